/** Writes the stored files of an import to disk, and yields their rows. */
import type { FileFolder } from "../files/disk.ts";
import { STORAGE } from "../files/file-tables.ts";
import { isFileKey } from "../files/disk.ts";
import { randomUUID } from "node:crypto";
import { importedValue } from "../values/import-json.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import { kindOf } from "../values/kinds.ts";
import { validateHeaderValue } from "../values/node-http.ts";
import { noRoom } from "./import-check.ts";
import { ImportError, invalidValue } from "./import-error.ts";
import type { ImportSource, SourceFile } from "./import-source.ts";

/** The rows of a stored file in its two tables. */
export type ImportedFile = {
  readonly file: JsonObject;
  readonly key: JsonObject;
};

/** Most bytes of one file. */
const MAX_FILE = 1 << 30;

/** Names of files that are here or were imported, with the digests of those that the import replaces; null for all others. */
export type TakenNames = Map<string, string | null>;

/**
 * Writes each file of a component, or of the app, and yields its rows. A file is invisible until its rows exist. It keeps its
 * name and so its address, unless another file has that, or other content that the import replaces. Leftovers of a failed
 * import are overwritten.
 * @param taken new names are added
 * @throws ImportError also when a content differs from what was announced
 */
export async function* importFiles(
  source: Pick<ImportSource, "tables" | "files">,
  folder: FileFolder,
  taken: TakenNames,
): AsyncGenerator<ImportedFile> {
  const described = await descriptions(source);
  for (const stored of source.files) {
    const row = described.get(stored.storageId) ?? {};
    const { internalId, contentType, _creationTime } = row;
    const wanted = String(internalId);
    const draft = await folder.write(stored.content(), MAX_FILE, noRoom);
    const { size } = draft;
    const digest = draft.sha256.toString("base64");
    const holder = taken.get(wanted);
    const isFree = holder === undefined || holder === digest;
    const key = isFileKey(wanted) && isFree ? wanted : randomUUID();
    taken.set(key, null);
    await draft.keep(key);
    mustMatch(stored, row, size, digest);
    yield {
      file: {
        _id: stored.storageId,
        ...(_creationTime === undefined ? {} : { _creationTime }),
        ...(typeof contentType === "string" ? { contentType } : {}),
        sha256: digest,
        size,
      },
      key: { key, storageId: stored.storageId },
    };
  }
}

/** What `_storage/documents.jsonl` says about the imported files, by storage id. */
async function descriptions(
  source: Pick<ImportSource, "tables" | "files">,
): Promise<Map<string, JsonObject>> {
  const coming = new Set(source.files.map(({ storageId }) => storageId));
  const found = new Map<string, JsonObject>();
  for (const table of source.tables) {
    if (table.name !== STORAGE) continue;
    let row = 0;
    for await (const text of table.rows()) {
      row++;
      const value = (importedValue(text, "int64") ?? {}) as JsonObject;
      const { _id: id, contentType } = value;
      if (typeof id !== "string")
        throw invalidValue(row, "missing field `_id`");
      if (typeof contentType === "string") checkContentType(contentType, row);
      if (coming.has(id)) found.set(id, value);
    }
  }
  return found;
}

function checkContentType(type: string, row: number): void {
  try {
    validateHeaderValue("content-type", type);
  } catch (cause) {
    throw invalidValue(row, cause);
  }
}

function mustMatch(
  { storageId }: SourceFile,
  row: JsonObject,
  size: number,
  digest: string,
): void {
  if (typeof row["sha256"] === "string" && row["sha256"] !== digest)
    throw new ImportError(
      "Sha256Mismatch",
      `Sha256 mismatch in _storage/${storageId}: expected ${row["sha256"]}, got ${digest}`,
    );
  const announced = numberIn(row["size"]);
  if (announced !== null && announced !== size)
    throw new ImportError(
      "SizeMismatch",
      `Size mismatch in _storage/${storageId}: expected ${announced}, got ${size}`,
    );
}

function numberIn(value: JsonValue | undefined): number | null {
  if (value === undefined || value === null) return null;
  const known = kindOf(value);
  if (known.kind !== "int64" && known.kind !== "float64") return null;
  return Number(known.value);
}
