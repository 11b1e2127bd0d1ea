/**
 * File storage of a deployment: what functions do with files and what HTTP asks for.
 * Contents are on disk (disk.ts), what exists is in tables (stored-file.ts), leftovers are removed by sweeper.ts.
 */
import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { formatSize } from "../values/format-size.ts";
import { UserError } from "../values/user-error.ts";
import type { Catalog } from "../storage/storage-types.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import type {
  FileContent,
  FileMetadata,
  FilesPort,
} from "../functions/ports.ts";
import { isShown, safetyHeaders } from "./content-safety.ts";
import { isFileKey, type FileFolder } from "./disk.ts";
import { FileError } from "./file-error.ts";
import { parseRange } from "./range.ts";
import { StoredFiles, type StoredFile } from "./stored-file.ts";
import type { Sweeper } from "./sweeper.ts";
import { openUploadToken, sealUploadToken } from "./upload-token.ts";

export type FilesContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly folder: FileFolder;
  readonly sweeper: Sweeper;
  /** 32 bytes, of this deployment. */
  readonly secret: Buffer;
  /** Origin of the API, without a slash at the end. */
  readonly apiOrigin: string;
  /** Longest upload, bytes. */
  readonly uploadLimit: number;
  /** ms since the epoch */
  readonly now: () => number;
};

export type Upload = {
  readonly token: string;
  readonly contentType: string | null;
  /** The Digest header, if any: `sha-256=<base64>`. */
  readonly digest: string | null;
  readonly body: AsyncIterable<Uint8Array>;
};

/** An answer to GET; `open` begins to read the body, null where there is none. */
export type FileAnswer = {
  readonly status: 200 | 206 | 416;
  readonly headers: Record<string, string>;
  readonly open: (() => Readable) | null;
};

/** Contract i: browsers may keep what they show for 30 days, since a key never gets another content. */
const CACHE_OF_SHOWN = "private, max-age=2592000";
/** Own addition: a download is nothing a page shows again, and a deleted file is not to be found in a browser's cache. */
const CACHE_OF_DOWNLOADS = "no-store";

export class Files implements FilesPort {
  readonly #context: FilesContext;
  readonly #rows: StoredFiles;

  constructor(context: FilesContext) {
    this.#context = context;
    this.#rows = new StoredFiles(context.catalog);
  }

  generateUploadUrl(): string {
    const { apiOrigin, secret, now } = this.#context;
    return `${apiOrigin}/api/storage/upload?token=${sealUploadToken(secret, now())}`;
  }

  getUrl(transaction: Transaction, storageId: string): string | null {
    const file = this.#rows.byStorageId(transaction, storageId);
    return file && `${this.#context.apiOrigin}/api/storage/${file.key}`;
  }

  getMetadata(
    transaction: Transaction,
    storageId: string,
  ): FileMetadata | null {
    const file = this.#rows.byStorageId(transaction, storageId);
    if (file === null) return null;
    const { sha256, size, contentType } = file;
    return {
      storageId,
      sha256: Buffer.from(sha256, "base64").toString("hex"),
      size,
      contentType,
    };
  }

  /** The content goes from the disk once the transaction is durable. */
  delete(transaction: Transaction, storageId: string): void {
    const key = this.#rows.remove(transaction, storageId);
    if (key === null) throw new UserError(`storage id ${storageId} not found`);
    this.#context.sweeper.suspect(key);
  }

  async store(file: FileContent, sha256: string | null): Promise<string> {
    // One chunk: an action's blob is in memory already.
    const content = Readable.from([file.content]);
    return await this.#keep(randomUUID(), content, file.contentType, sha256);
  }

  /** @throws UserError for a file of more than `limit` bytes, of which nothing is read then. */
  async load(storageId: string, limit: number): Promise<FileContent | null> {
    const { database, folder } = this.#context;
    const file = this.#rows.byStorageId(database.begin(), storageId);
    if (file === null) return null;
    if (file.size > limit)
      throw new UserError(
        `The file is too large for an action (${formatSize(file.size)} > maximum size ${formatSize(limit)})`,
      );
    const content = await folder.readAll(file.key);
    return { content, contentType: file.contentType };
  }

  /**
   * Receives a posted file. Sending the same content again with the same token gives the first answer, so that a client
   * may repeat an upload whose answer was lost; a token never stores two files.
   * @returns its storage id
   * @throws FileError
   */
  async receive(upload: Upload): Promise<string> {
    const { secret, now, database } = this.#context;
    const { key } = openUploadToken(secret, upload.token, now());
    const known = this.#rows.byKey(database.begin(), key);
    if (known !== null) return await this.#repeated(known, upload);
    const digest = parseDigest(upload.digest);
    try {
      return await this.#keep(key, upload.body, upload.contentType, digest);
    } catch (error) {
      if (error instanceof UserError)
        throw new FileError(400, "BadDigest", error.message);
      throw error;
    }
  }

  /**
   * Answers GET of `/api/storage/<key>`.
   * @throws FileError 400 when the key is malformed, 404 when there is no such file.
   */
  serve(key: string, rangeHeader: string | undefined): FileAnswer {
    if (!isFileKey(key))
      throw new FileError(
        400,
        "InvalidStoragePath",
        `Invalid storage path: "${key}". Please use \`storage.getUrl(storageId: Id<"_storage">)\` to generate a valid URL to retrieve files. See https://docs.convex.dev/file-storage/serve-files for more details`,
      );
    const file = this.#rows.byKey(this.#context.database.begin(), key);
    if (file === null)
      throw new FileError(404, "FileNotFound", `File ${key} not found`);
    const range = parseRange(rangeHeader, file.size);
    const headers = headersOf(file);
    switch (range.kind) {
      case "whole":
        return {
          status: 200,
          headers: {
            ...headers,
            "Content-Length": String(file.size),
            Digest: `sha-256=${file.sha256}`,
          },
          open: () => this.#context.folder.read(key),
        };
      case "part": {
        const { first, last } = range;
        return {
          status: 206,
          headers: {
            ...headers,
            "Content-Length": String(last - first + 1),
            "Content-Range": `bytes ${first}-${last}/${file.size}`,
          },
          open: () => this.#context.folder.read(key, range),
        };
      }
      case "unsatisfiable":
        return {
          status: 416,
          headers: {
            "Content-Range": `bytes */${file.size}`,
            "Content-Length": "0",
          },
          open: null,
        };
    }
  }

  /** Content first, flushed, then the row: a row never speaks of a file that is not there. */
  async #keep(
    key: string,
    content: AsyncIterable<Uint8Array>,
    contentType: string | null,
    sha256: string | null,
  ): Promise<string> {
    const { folder, sweeper, uploadLimit, database } = this.#context;
    const release = sweeper.protect(key);
    try {
      const written = await folder.write(key, content, uploadLimit);
      const digest = written.sha256.toString("base64");
      if (sha256 !== null && sha256 !== digest) {
        await folder.remove(key);
        throw new UserError(
          `Sha256 mismatch: expected ${sha256}, got ${digest}`,
        );
      }
      const file = { key, sha256: digest, size: written.size, contentType };
      const { value, ts } = await database.runMutation((transaction) =>
        Promise.resolve({ value: this.#rows.insert(transaction, file) }),
      );
      await database.whenDurable(ts);
      return value;
    } finally {
      release();
    }
  }

  async #repeated(known: StoredFile, upload: Upload): Promise<string> {
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of upload.body) {
      size += chunk.byteLength;
      if (size > known.size) break;
      hash.update(chunk);
    }
    if (size === known.size && hash.digest("base64") === known.sha256)
      return known.storageId;
    throw new FileError(
      400,
      "UploadUrlUsed",
      "This upload URL was used for another file. Please call `storage.generateUploadUrl()` again.",
    );
  }
}

function headersOf(file: StoredFile): Record<string, string> {
  return {
    ...(file.contentType === null ? {} : { "Content-Type": file.contentType }),
    "Cache-Control": isShown(file.contentType)
      ? CACHE_OF_SHOWN
      : CACHE_OF_DOWNLOADS,
    "Accept-Ranges": "bytes",
    ...safetyHeaders(file.contentType),
  };
}

/** The base64 of `sha-256=<base64>`; null when there is no header. */
function parseDigest(header: string | null): string | null {
  if (header === null) return null;
  const base64 = /^\s*sha-256=([A-Za-z0-9+/]{43}=)\s*$/i.exec(header)?.[1];
  if (base64 === undefined)
    throw new FileError(400, "BadHeader", `Bad header for digest: ${header}`);
  return base64;
}
