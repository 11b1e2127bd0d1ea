/** Downloads of files that the page has made. */
export function saveCsv(text: string, name: string): void {
  saveText(text, name, "text/csv;charset=utf-8");
}

export function saveText(text: string, name: string, type = "text/plain") {
  const file = new Blob([text], { type });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // After the browser has started to read it.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
