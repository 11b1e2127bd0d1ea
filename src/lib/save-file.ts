/** Downloads of files that the page has made. */
import { csvText, type Cell } from "../../convex/base/rules/csv";

/** A table, as spreadsheets on this device read it: Excel goes by the region. */
export function saveCsv(rows: readonly (readonly Cell[])[], name: string) {
  const mark = (1.5).toLocaleString().includes(",") ? "," : ".";
  saveText(csvText(rows, mark), name, "text/csv;charset=utf-8");
}

export function saveText(text: string, name: string, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveFrom(url, name);
  // After the browser has started to read it.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The browser's own download: the data does not pass through this page. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
