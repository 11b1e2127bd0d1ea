/** Downloads of files that the page has made. */
export function saveCsv(text: string, name: string): void {
  saveText(text, name, "text/csv;charset=utf-8");
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
