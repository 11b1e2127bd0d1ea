/** Import files with one table: CSV, JSON lines and JSON arrays. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { JsonText } from "../values/json.ts";
import { TRANSACTION_LIMITS } from "../values/limits.ts";
import { csvRows } from "./csv-rows.ts";
import { ImportError } from "./import-error.ts";
import type { ImportFormat, ImportSource } from "./import-source.ts";
import { linesOf, textOf } from "./lines.ts";

/** Bytes of a JSON array, which is in memory as a whole. */
const MAX_ARRAY = TRANSACTION_LIMITS.bytesWritten;

/**
 * @param path of the file
 * @param component that owns the table; "" is the app
 */
export async function openTableSource(
  path: string,
  format: Exclude<ImportFormat, "zip">,
  table: string,
  component: string,
): Promise<ImportSource> {
  const lines = () => linesOf(createReadStream(path) as AsyncIterable<Buffer>);
  const rows = {
    csv: () => csvRows(lines()),
    jsonLines: lines,
    jsonArray: () => arrayRows(path),
  }[format];
  const file = await open(path);
  const { size } = await file.stat();
  await file.close();
  return {
    tables: [{ name: table, component, wholeNumbers: "float64", rows }],
    numbers: [],
    files: [],
    size,
    close: () => undefined,
  };
}

async function* arrayRows(path: string): AsyncGenerator<JsonText> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > MAX_ARRAY)
      throw new ImportError(
        "JsonArrayTooLarge",
        `Import is too large for JSON (${size} bytes > maximum ${MAX_ARRAY >> 20} MiB). Consider converting data to JSONLines`,
      );
    yield* itemsOf(textOf(await file.readFile()));
  } finally {
    await file.close();
  }
}

function itemsOf(text: string): JsonText[] {
  if (text.startsWith("\ufeff"))
    throw new ImportError(
      "Utf8BomNotSupported",
      "UTF-8 BOM is not supported. Please save your file without BOM.",
    );
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ImportError("NotJson", `Not valid JSON: ${why}`, cause);
  }
  if (!Array.isArray(items))
    throw new ImportError("NotJsonArray", "Not a JSON array");
  // A minus zero would be lost in the text.
  return items.map((item) =>
    JSON.stringify(item, (_key, value: unknown) =>
      Object.is(value, -0) ? { $float: "AAAAAAAAAIA=" } : value,
    ),
  );
}
