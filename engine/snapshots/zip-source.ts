/**
 * Snapshot ZIPs, as `npx convex export` writes them here and on Convex Cloud. Only names of a known form are used
 * (zip-names.ts), and no name ever becomes a path.
 */
import { open as openFile } from "node:fs/promises";
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

/** Most files in a ZIP: their names are in memory. */
const MAX_ENTRIES = 200_000;
/** Each entry of a ZIP's directory begins with this. */
const DIRECTORY_ENTRY = 0x0201_4b50;
/** Most bytes of a `generated_schema.jsonl` that is read. */
const MAX_SCHEMA = 1 << 20;

/**
 * @param component path of the component to import into; "" is the app
 * @throws ImportError for a file that is not a ZIP, is cut, or claims the impossible
 */
export async function openZip(
  path: string,
  component: string,
): Promise<ImportSource> {
  const zip = await zipAt(path);
  try {
    return await sourceOf(zip, await entriesOf(zip, path), component);
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
      const { storageId, component } = found;
      const content = () => contentOf(zip, entry);
      const size = uncompressedSize;
      files.push({ storageId, component, size, content });
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
    else if (isOfFiles || !name.startsWith("_")) tables.push(table);
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
        `cannot parse ${entry.fileName}: exports from older versions of Convex write number types in a form that this engine does not know`,
      );
    keys.add(keyOf(found));
  }
  return keys;
}

function twice(name: string): ImportError {
  return new ImportError(
    "InvalidZip",
    `invalid zip file: ${name} appears twice`,
  );
}

async function zipAt(path: string): Promise<ZipFile> {
  try {
    const zip = await promisify(
      (done: (error: Error | null, zip: ZipFile) => void) =>
        open(
          path,
          { lazyEntries: true, autoClose: false, strictFileNames: true },
          done,
        ),
    )();
    // Readers get the error. Without a listener, it would end the process.
    zip.on("error", () => undefined);
    return zip;
  } catch (cause) {
    throw invalidZip(cause);
  }
}

/** All entries. The ZIP's directory and each entry's header must agree. */
async function entriesOf(zip: ZipFile, path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = await zip.readLocalFileHeaderPromise(entry);
      // Nothing else in a ZIP reveals a changed name: a table would be taken for another, or be missing.
      if (!entry.fileNameRaw.equals(fileName)) throw invalidZip();
      entries.push(entry);
      // Guard untested: a ZIP of so many files takes too long to make.
      if (entries.length > MAX_ENTRIES)
        throw new ImportError(
          "InvalidZip",
          `invalid zip file: more than ${MAX_ENTRIES} files`,
        );
    }
  } catch (cause) {
    throw cause instanceof ImportError ? cause : invalidZip(cause);
  }
  if (await isEntryAt(path, Number(zip.readEntryCursor))) throw invalidZip();
  return entries;
}

/** Whether the directory continues where it should end: the number of its entries has changed. */
async function isEntryAt(path: string, position: number): Promise<boolean> {
  const file = await openFile(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, position);
    return buffer.readUInt32LE() === DIRECTORY_ENTRY;
  } finally {
    await file.close();
  }
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
