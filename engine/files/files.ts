/**
 * File storage of a deployment, for functions and HTTP. Contents are in disk.ts, rows in stored-file.ts; sweeper.ts
 * removes leftovers.
 */
import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { formatSize } from "../values/format-size.ts";
import { UserError } from "../values/user-error.ts";
import type { Catalog } from "../storage/storage-types.ts";
import type { Database } from "../transactions/transaction-types.ts";
import type { FileMetadata, FilesPort } from "../functions/ports.ts";
import { isFileKey, type Draft, type FileFolder } from "./disk.ts";
import { fileAnswer, type FileAnswer } from "./file-answer.ts";
import { FileError } from "./file-error.ts";
import { fileByKey, StoredFiles, type StoredFile } from "./stored-file.ts";
import type { Sweeper } from "./sweeper.ts";
import {
  openUploadToken,
  sealUploadToken,
  type UploadPermission,
} from "./upload-token.ts";

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

type Measured = Pick<Draft, "size" | "sha256">;

export type Upload = {
  readonly token: string;
  readonly contentType: string | null;
  /** The Digest header, if any: `sha-256=<base64>`. */
  readonly digest: string | null;
  readonly body: AsyncIterable<Uint8Array>;
};

export class Files {
  readonly #context: FilesContext;
  readonly #uploads = new Set<Promise<string>>();
  /** The last finishing upload for each key. */
  readonly #ending = new Map<string, Promise<unknown>>();

  constructor(context: FilesContext) {
    this.#context = context;
  }

  /** The file port of a component, or of the app (""), limited to its own files. */
  of(component: string): FilesPort {
    const { catalog, database, folder, sweeper } = this.#context;
    const { apiOrigin, secret, now } = this.#context;
    const rows = new StoredFiles(catalog, component);
    return {
      generateUploadUrl: () =>
        `${apiOrigin}/api/storage/upload?token=${sealUploadToken(secret, component, now())}`,
      getUrl(transaction, storageId) {
        const file = rows.byStorageId(transaction, storageId);
        return file && `${apiOrigin}/api/storage/${file.key}`;
      },
      getMetadata(transaction, storageId) {
        const file = rows.byStorageId(transaction, storageId);
        return file && metadataOf(file);
      },
      // The content is removed from the disk once the transaction is durable.
      delete(transaction, storageId) {
        const key = rows.remove(transaction, storageId);
        if (key === null)
          throw new UserError(`storage id ${storageId} not found`);
        sweeper.suspect(key);
      },
      store: ({ content, contentType }, sha256) =>
        this.#underWay(async () => {
          // One chunk: an action's blob is in memory already.
          const draft = await this.#draft(Readable.from([content]), sha256);
          const to = { key: randomUUID(), component };
          return await this.#keep(to, draft, contentType);
        }),
      async load(storageId, limit) {
        const file = database.read((transaction) =>
          rows.byStorageId(transaction, storageId),
        );
        if (file === null) return null;
        if (file.size > limit)
          throw new UserError(
            `The file is too large for an action (${formatSize(file.size)} > maximum size ${formatSize(limit)})`,
          );
        const content = await folder.readAll(file.key);
        return { content, contentType: file.contentType };
      },
    };
  }

  /**
   * Receives a posted file. The same content with the same token gets the first answer, so that a client may retry an
   * upload whose answer was lost. A token never stores two files. It may expire during the upload.
   * @returns its storage id
   * @throws FileError
   */
  receive(upload: Upload): Promise<string> {
    return this.#underWay(async () => {
      const { secret, now } = this.#context;
      const to = openUploadToken(secret, upload.token, now());
      const { key } = to;
      const known = this.#byKey(key);
      if (known !== null)
        return await this.#repeated(known, await measured(upload.body, known));
      const digest = parseDigest(upload.digest);
      const draft = await this.#draft(upload.body, digest).catch(asFileError);
      return await this.#oneByOne(key, async () => {
        let isKept = false;
        try {
          const first = this.#byKey(key);
          if (first !== null) return await this.#repeated(first, draft);
          isKept = true;
          return await this.#keep(to, draft, upload.contentType);
        } finally {
          if (!isKept) await draft.drop();
        }
      });
    });
  }

  /** Waits for uploads in progress; call it before closing the store. */
  async stop(): Promise<void> {
    await Promise.allSettled([...this.#uploads]);
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
    const file = this.#byKey(key);
    if (file === null)
      throw new FileError(404, "FileNotFound", `File ${key} not found`);
    return fileAnswer(file, rangeHeader, (part) =>
      this.#context.folder.read(key, part),
    );
  }

  #byKey(key: string): StoredFile | null {
    const { catalog, database } = this.#context;
    return database.read((transaction) => fileByKey(catalog, transaction, key));
  }

  async #underWay(upload: () => Promise<string>): Promise<string> {
    const done = upload();
    this.#uploads.add(done);
    try {
      return await done;
    } finally {
      this.#uploads.delete(done);
    }
  }

  /** Serializes uploads with the same URL that finish together. */
  async #oneByOne<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#ending.get(key);
    const done = before === undefined ? work() : before.then(work, work);
    this.#ending.set(key, done);
    try {
      return await done;
    } finally {
      if (this.#ending.get(key) === done) this.#ending.delete(key);
    }
  }

  /** @throws UserError when the digest does not match, FileError when there is no room */
  async #draft(
    content: AsyncIterable<Uint8Array>,
    sha256: string | null,
  ): Promise<Draft> {
    const { folder, uploadLimit } = this.#context;
    const draft = await folder.write(content, uploadLimit, noRoom);
    const digest = draft.sha256.toString("base64");
    if (sha256 === null || sha256 === digest) return draft;
    await draft.drop();
    throw new UserError(`Sha256 mismatch: expected ${sha256}, got ${digest}`);
  }

  /** Flushes the content before writing the row, so that a row always has its file. */
  async #keep(
    { key, component }: UploadPermission,
    draft: Draft,
    contentType: string | null,
  ): Promise<string> {
    const { sweeper, database, catalog } = this.#context;
    const rows = new StoredFiles(catalog, component);
    const release = sweeper.protect(key);
    try {
      await sweeper.removed(key);
      await draft.keep(key);
      const sha256 = draft.sha256.toString("base64");
      const file = { key, sha256, size: draft.size, contentType };
      const { value, ts } = await database.runMutation((transaction) =>
        Promise.resolve({ value: rows.insert(transaction, file) }),
      );
      await database.whenDurable(ts);
      return value;
    } catch (error) {
      sweeper.suspect(key);
      throw error;
    } finally {
      release();
    }
  }

  /** Waits until the first answer is durable. */
  async #repeated(known: StoredFile, again: Measured): Promise<string> {
    const { database } = this.#context;
    await database.whenDurable(database.lastTs);
    const isSame =
      again.size === known.size &&
      again.sha256.toString("base64") === known.sha256;
    if (isSame) return known.storageId;
    throw new FileError(
      400,
      "UploadUrlUsed",
      "This upload URL was used for another file. Please call `storage.generateUploadUrl()` again.",
    );
  }
}

function metadataOf(file: StoredFile): FileMetadata {
  const { storageId, sha256, size, contentType } = file;
  const hex = Buffer.from(sha256, "base64").toString("hex");
  return { storageId, sha256: hex, size, contentType };
}

/** Stops at the first byte beyond the known file's size. */
async function measured(
  body: AsyncIterable<Uint8Array>,
  known: StoredFile,
): Promise<Measured> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > known.size) break;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest() };
}

function noRoom(): FileError {
  return new FileError(507, "DiskFull", "The disk has no room for the file.");
}

function asFileError(error: unknown): never {
  if (error instanceof UserError)
    throw new FileError(400, "BadDigest", error.message);
  throw error;
}

/** The base64 of `sha-256=<base64>`; null when there is no header. */
function parseDigest(header: string | null): string | null {
  if (header === null) return null;
  const base64 = /^\s*sha-256=([A-Za-z0-9+/]{43}=)\s*$/i.exec(header)?.[1];
  if (base64 === undefined)
    throw new FileError(400, "BadHeader", `Bad header for digest: ${header}`);
  return base64;
}
