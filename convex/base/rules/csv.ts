/** Tables as CSV (RFC 4180). A cell that would run as a formula gets an apostrophe (OWASP, "CSV injection"). */

export type Cell = string | number | null;

/**
 * Each place where a spreadsheet would see a formula. Some separate cells by `;`, a tab or `|` and ignore our quotes.
 * They may drop white space, quotes and invisible characters before a formula, whose sign may be full-width, small or
 * raised. Linear: no two places look at the same characters.
 */
const FORMULAS =
  /(^|[;|\t\n\v\f\r\u0085\u2028\u2029])(?=(?:(?![;|\t\n\v\f\r\u0085\u2028\u2029])[\s"\p{Z}\p{Cc}\p{Cf}])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u207A-\u207C\u208A-\u208C])/gu;
const NEEDS_QUOTES = /[",;|\t\n\v\f\r\u0085\u2028\u2029]/;
/** The beginning of a file. */
export const CSV_MARK = "\uFEFF";

/** The file's whole text. Numbers stay numbers, also negative ones; null is an empty cell. */
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
  const safe = cell.replace(FORMULAS, "$1'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
