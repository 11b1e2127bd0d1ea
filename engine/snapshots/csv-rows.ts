/** Rows of a CSV file (RFC 4180) as JSON: cells that are numbers become numbers, all others text, as in the backend. */
import type { JsonText } from "../values/json.ts";
import { checkFieldName } from "../values/limits.ts";
import { ImportError } from "./import-error.ts";

/** Rust's f64 in decimal; "nan" and "inf", which the backend makes null, stay words here. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** @throws ImportError with the backend's texts */
export async function* csvRows(
  lines: AsyncIterable<string>,
): AsyncGenerator<JsonText> {
  let fields: readonly string[] | null = null;
  let row = 0;
  for await (const cells of recordsOf(lines)) {
    if (fields === null) {
      fields = cells.map(fieldName);
      continue;
    }
    row++;
    if (cells.length !== fields.length)
      throw new ImportError(
        "CsvRowMissingFields",
        `CSV row ${row} doesn't have all of the fields in the header`,
      );
    yield `{${fields
      .map((name, i) => `${JSON.stringify(name)}:${cellText(cells[i] ?? "")}`)
      .join(",")}}`;
  }
}

function fieldName(header: string): string {
  const name = header.replace(/^ +| +$/g, "");
  try {
    checkFieldName(name);
    return name;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ImportError(
      "CsvInvalidHeader",
      `CSV header ${JSON.stringify(name)} isn't a valid field name: ${why}`,
      cause,
    );
  }
}

function cellText(cell: string): JsonText {
  if (!NUMBER.test(cell)) return JSON.stringify(cell);
  const number = Number(cell);
  if (!Number.isFinite(number)) return JSON.stringify(cell);
  return Object.is(number, -0) ? "-0.0" : String(number);
}

/** Records of cells; one with line breaks in quotes takes several lines, and an empty line is none. */
async function* recordsOf(
  lines: AsyncIterable<string>,
): AsyncGenerator<string[]> {
  let open = "";
  for await (const line of lines) {
    open = open === "" ? line : `${open}\n${line}`;
    if (open === "" || open === "\r") {
      open = "";
      continue;
    }
    const cells = cellsOf(open);
    if (cells === null) continue;
    open = "";
    yield cells;
  }
  // A quote that is never closed goes to the end of the file.
  if (open !== "") yield cellsOf(`${open}"`) ?? [];
}

/** Null when a quote is open at the end. */
function cellsOf(record: string): string[] | null {
  const text = record.endsWith("\r") ? record.slice(0, -1) : record;
  const cells: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    if (text[at] !== '"') {
      const comma = text.indexOf(",", at);
      const end = comma < 0 ? text.length : comma;
      cells.push(text.slice(at, end));
      at = end;
      continue;
    }
    let cell = "";
    for (let from = at + 1; ;) {
      const quote = text.indexOf('"', from);
      if (quote < 0) return null;
      cell += text.slice(from, quote);
      if (text[quote + 1] !== '"') {
        const comma = text.indexOf(",", quote + 1);
        const end = comma < 0 ? text.length : comma;
        cells.push(cell + text.slice(quote + 1, end));
        at = end;
        break;
      }
      cell += '"';
      from = quote + 2;
    }
  }
  return cells;
}
