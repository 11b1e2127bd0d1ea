/** The content of an import in any format. The formats are in zip-source.ts and table-source.ts. */
import type { WholeNumbers } from "../values/import-json.ts";
import type { JsonText } from "../values/json.ts";

export type ImportFormat = "csv" | "jsonLines" | "jsonArray" | "zip";

export type SourceTable = {
  readonly name: string;
  /** Path of the component that owns the table; "" is the app. */
  readonly component: string;
  readonly wholeNumbers: WholeNumbers;
  /** Each row as JSON text; every call starts at the beginning. */
  rows(): AsyncIterable<JsonText>;
};

export type SourceFile = {
  readonly storageId: string;
  /** Path of the component that owns the file; "" is the app. */
  readonly component: string;
  /** Bytes, as announced. */
  readonly size: number;
  content(): AsyncIterable<Buffer>;
};

export type ImportSource = {
  /** User tables, and `_storage` with the descriptions of stored files. */
  readonly tables: readonly SourceTable[];
  /** `_tables`: table numbers, for the app and each component that has the list. */
  readonly numbers: readonly SourceTable[];
  readonly files: readonly SourceFile[];
  /** Total bytes on disk, as announced. */
  readonly size: number;
  close(): void;
};

/** Files of each component that has any. */
export function filesByComponent({
  files,
}: ImportSource): Map<string, readonly SourceFile[]> {
  return Map.groupBy(files, ({ component }) => component);
}

/** The same source, but reading it throws the signal's reason once it is aborted. */
export function endedBy(
  signal: AbortSignal,
  source: ImportSource,
): ImportSource {
  const table = (one: SourceTable): SourceTable => ({
    ...one,
    rows: () => until(signal, one.rows()),
  });
  return {
    ...source,
    tables: source.tables.map(table),
    numbers: source.numbers.map(table),
    files: source.files.map((file) => ({
      ...file,
      content: () => until(signal, file.content()),
    })),
  };
}

async function* until<Item>(
  signal: AbortSignal,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  for await (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
}
