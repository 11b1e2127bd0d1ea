/**
 * Snapshot ZIPs, as `npx convex export` writes them here and on Convex Cloud. Only names of a form that is known are looked
 * at, with any folders before them; none ever becomes a path.
 */
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { type Entry, open, type ZipFile } from "yauzl";
import { decodeId } from "../values/ids.ts";
import { checkIdentifier } from "../values/limits.ts";
import { ImportError, invalidZip } from "./import-error.ts";
import type { ImportSource, SourceFile, SourceTable } from "./import-source.ts";
import { linesOf } from "./lines.ts";

/** Files in a ZIP: their names are in memory. */
const MAX_ENTRIES = 200_000;
/** Bytes of a `generated_schema.jsonl` that are looked at. */
const MAX_SCHEMA = 1 << 20;

const DOCUMENTS = /^(?:.*\/)?([^/]+)\/documents\.jsonl$/s;
const GENERATED = /^(?:.*\/)?([^/]+)\/generated_schema\.jsonl$/s;
const STORED = /^(?:.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/s;
const COMPONENT = /(?:^|\/)_components\/([^/]+)\//s;

/** @throws ImportError for what is no ZIP, cut, or claims what cannot be */
export async function openZip(path: string): Promise<ImportSource> {
  const zip = await openFile(path);
  try {
    return await sourceOf(zip, await entriesOf(zip));
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function sourceOf(
  zip: ZipFile,
  entries: readonly Entry[],
): Promise<ImportSource> {
  const tables: SourceTable[] = [];
  const files: SourceFile[] = [];
  const names = new Set<string>();
  let numbers: SourceTable | null = null;
  const inKind = await kindsOf(zip, entries);
  let size = 0;
  for (const entry of entries) {
    const { fileName, uncompressedSize } = entry;
    const component = COMPONENT.exec(fileName)?.[1];
    if (component !== undefined)
      throw new ImportError(
        "ComponentNotFound",
        `The import has data of component '${component}', which this engine cannot take.`,
      );
    const stored = STORED.exec(fileName)?.[1];
    const name = DOCUMENTS.exec(fileName)?.[1];
    if (name !== undefined) {
      checkTableName(name);
      const table: SourceTable = {
        name,
        wholeNumbers: inKind.has(name) ? "int64" : "float64",
        rows: () => linesOf(contentOf(zip, entry)),
      };
      if (name === "_tables") numbers = once(numbers, { ...table });
      else if (name === "_storage" || !name.startsWith("_")) {
        if (names.has(name)) throw twice(fileName);
        names.add(name);
        tables.push(
          name === "_storage" ? { ...table, wholeNumbers: "int64" } : table,
        );
      }
    } else if (stored !== undefined && stored !== "documents") {
      if (decodeId(stored) === null)
        throw new ImportError(
          "InvalidStorageId",
          `_storage id '${stored}' invalid`,
        );
      const content = () => contentOf(zip, entry);
      files.push({ storageId: stored, size: uncompressedSize, content });
    } else continue;
    size += uncompressedSize;
  }
  return { tables, numbers, files, size, close: () => zip.close() };
}

/** Names of the tables whose numbers show their kind. */
async function kindsOf(
  zip: ZipFile,
  entries: readonly Entry[],
): Promise<Set<string>> {
  const names = new Set<string>();
  for (const entry of entries) {
    const name = GENERATED.exec(entry.fileName)?.[1];
    if (name === undefined) continue;
    const isUniform =
      entry.uncompressedSize < MAX_SCHEMA &&
      (await buffer(contentOf(zip, entry))).toString().trim() === '"uniform"';
    if (!isUniform)
      throw new ImportError(
        "InvalidGeneratedSchema",
        `cannot parse ${entry.fileName}: exports of older versions of Convex say the kinds of numbers in a form that this engine does not know`,
      );
    names.add(name);
  }
  return names;
}

function checkTableName(name: string): void {
  try {
    checkIdentifier(name);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ImportError(
      "InvalidTableName",
      `table name '${name}' invalid: ${why}`,
      cause,
    );
  }
}

function once(known: SourceTable | null, table: SourceTable): SourceTable {
  if (known !== null) throw twice(table.name);
  return table;
}

function twice(name: string): ImportError {
  return new ImportError(
    "InvalidZip",
    `invalid zip file: ${name} is there twice`,
  );
}

async function openFile(path: string): Promise<ZipFile> {
  try {
    return await promisify(
      (done: (error: Error | null, zip: ZipFile) => void) =>
        open(
          path,
          { lazyEntries: true, autoClose: false, strictFileNames: true },
          done,
        ),
    )();
  } catch (cause) {
    throw invalidZip(cause);
  }
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on("error", (cause) => reject(invalidZip(cause)));
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      entries.push(entry);
      if (entries.length > MAX_ENTRIES)
        reject(
          new ImportError(
            "InvalidZip",
            `invalid zip file: more than ${MAX_ENTRIES} files`,
          ),
        );
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

async function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  try {
    return await promisify(
      (done: (error: Error | null, stream: Readable) => void) =>
        zip.openReadStream(entry, done),
    )();
  } catch (cause) {
    throw invalidZip(cause);
  }
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await streamOf(zip, entry);
  let sum = 0;
  try {
    for await (const chunk of stream) {
      sum = crc32(chunk as Buffer, sum);
      yield chunk as Buffer;
    }
  } catch (cause) {
    throw invalidZip(cause);
  }
  if (sum !== entry.crc32) throw invalidZip();
}
