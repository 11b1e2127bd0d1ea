/** Rows of a CSV file (RFC 4180) as JSON: numeric cells become numbers, all others text, as in the backend. */
import type { JsonText } from "../values/json.ts";
import { checkFieldName } from "../values/limits.ts";
import { ImportError } from "./import-error.ts";

/** Rust's f64 in decimal; "nan" and "inf", which the backend turns into null, stay text here. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Characters per record: a document may have 1 MiB, and its quotes may be doubled. */
const MAX_RECORD = 4 << 20;

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
  const name = header.replace(/^ +|(?<! ) +$/g, "");
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

/** Records of cells. One with line breaks in quotes takes several lines; an empty line is skipped. */
async function* recordsOf(
  lines: AsyncIterable<string>,
): AsyncGenerator<readonly string[]> {
  let open: CsvRecord | null = null;
  for await (const line of lines) {
    if (open === null && (line === "" || line === "\r")) continue;
    open ??= new CsvRecord();
    if (!open.add(line)) continue;
    yield open.cells;
    open = null;
  }
  if (open !== null) yield open.atEnd();
}

/** A record, built line by line. Each character is read once, because an unclosed quote may extend to the end of the file. */
class CsvRecord {
  readonly cells: string[] = [];
  /** Content so far of the cell whose quote is open. */
  #open: string | null = null;
  #length = 0;

  /** @returns whether the record is complete */
  add(line: string): boolean {
    this.#length += line.length + 1;
    if (this.#length > MAX_RECORD)
      throw new ImportError(
        "CsvRecordTooLong",
        `A CSV record is longer than ${MAX_RECORD >> 20} MiB, more than any document. Is a quote left open?`,
      );
    const before = this.#open;
    let at = before === null ? 0 : this.#quoted(`${before}\n`, line, 0);
    while (at <= line.length)
      at =
        line[at] === '"'
          ? this.#quoted("", line, at + 1)
          : this.#plain("", line, at);
    return this.#open === null;
  }

  atEnd(): readonly string[] {
    return this.#open === null ? this.cells : [...this.cells, this.#open];
  }

  /** @returns where the next cell begins */
  #plain(before: string, line: string, at: number): number {
    const comma = line.indexOf(",", at);
    const end = comma < 0 ? line.length : comma;
    const cell = line.slice(at, end);
    const isLast = end === line.length;
    this.cells.push(before + (isLast ? cell.replace(/\r$/, "") : cell));
    return end + 1;
  }

  /** @param before earlier content of the cell */
  #quoted(before: string, line: string, at: number): number {
    let cell = before;
    for (let from = at; ;) {
      const quote = line.indexOf('"', from);
      const isOpen = quote < 0;
      cell += line.slice(from, isOpen ? line.length : quote);
      if (isOpen) {
        this.#open = cell;
        return line.length + 1;
      }
      if (line[quote + 1] !== '"') {
        this.#open = null;
        return this.#plain(cell, line, quote + 1);
      }
      cell += '"';
      from = quote + 2;
    }
  }
}
