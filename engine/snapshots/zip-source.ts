/**
 * Snapshot ZIPs, as `npx convex export` writes them here and on Convex Cloud. Only names of a form that is known are looked
 * at, with any folders before them; those that end in `_components/<name>/` say whose the table is. None ever becomes a path.
 */
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { type Entry, open, type ZipFile } from "yauzl";
import { ImportError, invalidZip } from "./import-error.ts";
import type { ImportSource, SourceFile, SourceTable } from "./import-source.ts";
import { linesOf } from "./lines.ts";
import { keyOf } from "./owned-table.ts";
import { parseZipName } from "./zip-names.ts";

/** Files in a ZIP: their names are in memory. */
const MAX_ENTRIES = 200_000;
/** Bytes of a `generated_schema.jsonl` that are looked at. */
const MAX_SCHEMA = 1 << 20;

/**
 * @param component path of the one that all of it is imported into; "" is the app
 * @throws ImportError for what is no ZIP, cut, or claims what cannot be
 */
export async function openZip(
  path: string,
  component: string,
): Promise<ImportSource> {
  const zip = await openFile(path);
  try {
    return await sourceOf(zip, await entriesOf(zip), component);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function sourceOf(
  zip: ZipFile,
  entries: readonly Entry[],
  base: string,
): Promise<ImportSource> {
  const tables: SourceTable[] = [];
  const numbers: SourceTable[] = [];
  const files: SourceFile[] = [];
  const known = new Set<string>();
  const inKind = await kindsOf(zip, entries, base);
  let size = 0;
  for (const entry of entries) {
    const { fileName, uncompressedSize } = entry;
    const found = parseZipName(fileName, base);
    if (found === null || found.kind === "generatedSchema") continue;
    size += uncompressedSize;
    if (found.kind === "file") {
      const { storageId } = found;
      const content = () => contentOf(zip, entry);
      files.push({ storageId, size: uncompressedSize, content });
      continue;
    }
    const { name, component } = found;
    const key = keyOf(found);
    if (known.has(key)) throw twice(fileName);
    known.add(key);
    const isOfFiles = name === "_storage";
    const rows = () => linesOf(contentOf(zip, entry));
    const wholeNumbers = isOfFiles || inKind.has(key) ? "int64" : "float64";
    const table = { name, component, wholeNumbers, rows } as const;
    if (name === "_tables") numbers.push(table);
    // Files are stored once for all.
    else if (isOfFiles) tables.push({ ...table, component: "" });
    else if (!name.startsWith("_")) tables.push(table);
  }
  return { tables, numbers, files, size, close: () => zip.close() };
}

/** Keys of the tables whose numbers show their kind. */
async function kindsOf(
  zip: ZipFile,
  entries: readonly Entry[],
  base: string,
): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const entry of entries) {
    const found = parseZipName(entry.fileName, base);
    if (found?.kind !== "generatedSchema") continue;
    const isUniform =
      entry.uncompressedSize < MAX_SCHEMA &&
      (await buffer(contentOf(zip, entry))).toString().trim() === '"uniform"';
    if (!isUniform)
      throw new ImportError(
        "InvalidGeneratedSchema",
        `cannot parse ${entry.fileName}: exports of older versions of Convex say the kinds of numbers in a form that this engine does not know`,
      );
    keys.add(keyOf(found));
  }
  return keys;
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
