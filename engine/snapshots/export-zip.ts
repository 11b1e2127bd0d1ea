/**
 * The ZIP of a snapshot export: a README, the list of tables, each table's documents, and stored files on request. Layout:
 * crates/exports of get-convex/convex-backend; `npx convex import` reads it, here and on Convex Cloud.
 */
import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { ZipFile } from "yazl";
import { BY_STORAGE_ID, FILE_KEYS, STORAGE } from "../files/file-tables.ts";
import type { FileFolder } from "../files/disk.ts";
import type { StateReader, TableInfo } from "../storage/storage-types.ts";
import { exportedText } from "../values/export-json.ts";
import { shownNumber } from "../values/ids.ts";
import type { JsonDocument, JsonText } from "../values/json.ts";
import { int64 } from "../values/kinds.ts";
import { must } from "../values/user-error.ts";
import { whileThereIsRoom } from "../files/disk-room.ts";
import { SnapshotError } from "./snapshot-error.ts";

export type ExportSource = {
  readonly state: StateReader;
  readonly files: Pick<FileFolder, "has" | "read"> | null;
};

const README = `# A snapshot of a Convex deployment

The documents of each table are lines of JSON in <table>/documents.jsonl.
Stored files are in _storage, if they were asked for. What components have is in _components/<name>.
\`npx convex import\` takes this file as it is.
`;

/** Tells importers that values are as in values/export-json.ts. */
const UNIFORM = '"uniform"\n';
/** Characters of documents per piece; other work gets a turn between two. */
const PIECE = 64 * 1024;

/**
 * Writes the ZIP. It is complete when this returns.
 * @param signal aborts it, with an error
 * @returns the names of stored files that the disk has lost; they are only in the README
 */
export async function writeExport(
  { state, files }: ExportSource,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const zip = new ZipFile();
  // Also pass its errors to the stream, so that the pipeline ends.
  zip.on("error", (error) => output.destroy(error as Error));
  const output = zip.outputStream as Readable;
  const opened = new Set<Readable>();
  const add = (name: string, open: () => Readable) => {
    zip.addReadStreamLazy(name, (take) => {
      const source = open();
      opened.add(source);
      source.once("close", () => opened.delete(source));
      // The ZIP does not listen for errors of its sources.
      source.on("error", (error) => zip.emit("error", error));
      take(null, source);
    });
  };
  const tables = state.tables().filter(({ name }) => !name.startsWith("_"));
  const byComponent = Map.groupBy(tables, ({ namespace = "" }) => namespace);
  const { stored, lost } = await storedFiles(state, files);
  zip.addBuffer(Buffer.from(readMe(lost)), "README.md");
  for (const component of ["", ...stored.keys()])
    if (!byComponent.has(component)) byComponent.set(component, []);
  for (const [component, own] of byComponent) {
    const folder = folderOf(component);
    const list = Buffer.from(tableList(own));
    zip.addBuffer(list, `${folder}_tables/documents.jsonl`);
    for (const { name, number } of own) {
      add(`${folder}${name}/documents.jsonl`, () =>
        inPieces(state.documents(number), (text) =>
          exportedText(JSON.parse(text) as JsonDocument),
        ),
      );
      const schema = `${folder}${name}/generated_schema.jsonl`;
      zip.addBuffer(Buffer.from(UNIFORM), schema);
    }
  }
  for (const component of byComponent.keys()) {
    if (files === null) break;
    const own = stored.get(component) ?? [];
    const folder = `${folderOf(component)}_storage`;
    add(`${folder}/documents.jsonl`, () => inPieces(own.values(), fileLine));
    for (const { document, key } of own)
      add(`${folder}/${document._id}`, () => files.read(key));
  }
  zip.end();
  try {
    await pipeline(
      output,
      (chunks: AsyncIterable<Buffer>) =>
        whileThereIsRoom(chunks, dirname(path), exportTooLarge),
      createWriteStream(path, { mode: 0o600 }),
      { signal },
    );
  } finally {
    // An aborted ZIP does not close its sources.
    for (const source of opened) source.destroy();
  }
  return lost;
}

function readMe(lost: readonly string[]): string {
  if (lost.length === 0) return README;
  const names = lost.map((name) => `- ${name}\n`).join("");
  return `${README}\nThe disk has lost these stored files:\n\n${names}`;
}

export function exportTooLarge(): SnapshotError {
  return new SnapshotError(
    "ExportTooLarge",
    "The disk has no room for the export.",
  );
}

/** Folder of a component: `visits/journal` → `_components/visits/_components/journal/`. */
function folderOf(component: string): string {
  if (component === "") return "";
  return component.replaceAll(/[^/]+/g, "_components/$&") + "/";
}

function tableList(tables: readonly TableInfo[]): string {
  return tables
    .map(({ name, number }) => ({ name, id: shownNumber(number) }))
    .sort((a, b) => a.id - b.id)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join("");
}

type Stored = { readonly document: JsonDocument; readonly key: string };

/** The files with the names of their contents, by component; "" is the app. One row per file is small. */
async function storedFiles(
  state: StateReader,
  files: ExportSource["files"],
): Promise<{ stored: Map<string, Stored[]>; lost: string[] }> {
  const rows = ({ number }: TableInfo) =>
    [...state.documents(number)].map(
      (text) => JSON.parse(text) as JsonDocument,
    );
  const tables = files === null ? [] : state.tables();
  const stored = new Map<string, Stored[]>();
  const lost: string[] = [];
  for (const storage of tables.filter(({ name }) => name === STORAGE)) {
    const { namespace } = storage;
    const names = tables.find(
      (table) => table.name === FILE_KEYS && table.namespace === namespace,
    );
    const keys = new Map(
      rows(must(names, `no table ${FILE_KEYS}`)).map((row) => [
        row["storageId"],
        row["key"] as string,
      ]),
    );
    const component = namespace ?? "";
    const own: Stored[] = [];
    for (const document of rows(storage)) {
      const { _id } = document;
      const key = must(keys.get(_id), `${BY_STORAGE_ID} of ${_id}`);
      if (await files?.has(key)) own.push({ document, key });
      else lost.push(`${folderOf(component)}${STORAGE}/${_id}`);
    }
    if (own.length > 0) stored.set(component, own);
  }
  return { stored, lost };
}

/** Describes a file as the backend does. With `internalId`, an import keeps its address. */
function fileLine({ document, key }: Stored): JsonText {
  const { _id, _creationTime, size } = document;
  const { sha256 = null, contentType = null } = document;
  const known = { _id, _creationTime, sha256, contentType, internalId: key };
  return exportedText({ ...known, size: int64(BigInt(Number(size))) });
}

function inPieces<Row>(
  rows: Iterable<Row>,
  lineOf: (row: Row) => JsonText,
): Readable {
  return Readable.from(pieces(rows, lineOf), { objectMode: false });
}

async function* pieces<Row>(
  rows: Iterable<Row>,
  lineOf: (row: Row) => JsonText,
): AsyncGenerator<Buffer> {
  let piece = "";
  for (const row of rows) {
    piece += `${lineOf(row)}\n`;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = "";
    await setImmediate();
  }
  if (piece !== "") yield Buffer.from(piece);
}
