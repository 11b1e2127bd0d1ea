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

type Rows = readonly (readonly Cell[])[];
/** Of numbers. Where it is a comma, spreadsheets expect semicolons between cells. */
export type DecimalMark = "." | ",";

/** The file's whole text. Numbers stay numbers, also negative ones; null is an empty cell. */
export function csvText(rows: Rows, mark: DecimalMark = "."): string {
  return CSV_MARK + csvLines(rows, mark);
}

/** Some lines of a file that begins with CSV_MARK. */
export function csvLines(rows: Rows, mark: DecimalMark = "."): string {
  const between = mark === "," ? ";" : ",";
  return rows
    .map((row) => row.map((cell) => cellText(cell, mark)).join(between))
    .map((line) => `${line}\r\n`)
    .join("");
}

function cellText(cell: Cell, mark: DecimalMark): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell).replace(".", mark);
  const safe = cell.replace(FORMULAS, "$1'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
