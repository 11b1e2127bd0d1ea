/** What an import brings, whatever the format of its file. The formats are in zip-source.ts and table-source.ts. */
import type { WholeNumbers } from "../values/import-json.ts";
import type { JsonText } from "../values/json.ts";

export type ImportFormat = "csv" | "jsonLines" | "jsonArray" | "zip";

export type SourceTable = {
  readonly name: string;
  /** Path of the component whose table it is; "" is the app. */
  readonly component: string;
  readonly wholeNumbers: WholeNumbers;
  /** Each row as JSON text, from the beginning each time. */
  rows(): AsyncIterable<JsonText>;
};

export type SourceFile = {
  readonly storageId: string;
  /** Path of the component whose file it is; "" is the app. */
  readonly component: string;
  /** Bytes, as the file announces. */
  readonly size: number;
  content(): AsyncIterable<Buffer>;
};

export type ImportSource = {
  /** User tables, and `_storage` with the descriptions of stored files. */
  readonly tables: readonly SourceTable[];
  /** `_tables`: numbers of tables, for the app and for each component that has one. */
  readonly numbers: readonly SourceTable[];
  readonly files: readonly SourceFile[];
  /** Bytes of all of it on disk, as far as the file announces them. */
  readonly size: number;
  close(): void;
};

/** Those that bring any. */
export function filesByComponent({
  files,
}: ImportSource): Map<string, readonly SourceFile[]> {
  return Map.groupBy(files, ({ component }) => component);
}

/** The same source; who reads it when the signal has come gets the signal's reason. */
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
