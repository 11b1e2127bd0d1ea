/**
 * Tables as CSV (RFC 4180, UTF-8 with a mark, so that Excel reads it). Cells
 * are what people typed: one that a spreadsheet would run as a formula gets an
 * apostrophe before it, as OWASP's "CSV injection" says.
 */

export type Cell = string | number | null;

/** What begins a formula, plain or full-width, or hides one behind white space. */
const FORMULA = /^[\s\u00A0\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\r\n\t]/;
/** What a file begins with. */
export const CSV_MARK = "\uFEFF";

/** The file's whole text. A number is a number, also a negative one; null is an empty cell. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return CSV_MARK + csvLines(rows);
}

/** Some lines of a file that begins with CSV_MARK. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
