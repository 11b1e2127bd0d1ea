/**
 * Tables as CSV (RFC 4180, UTF-8 with a mark, so that Excel reads it). Cells
 * are what people typed: one that a spreadsheet would run as a formula gets an
 * apostrophe before it, as OWASP's "CSV injection" says.
 */

export type Cell = string | number | null;

/** What begins a formula, plain or full-width, or hides one behind white space. */
const FORMULA = /^[\s\u00A0\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\r\n\t]/;
const MARK = "\uFEFF";

/** The file's whole text. A number is a number, also a negative one; null is an empty cell. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((row) => `${row.map(cellText).join(",")}\r\n`);
  return MARK + lines.join("");
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
