/**
 * The folder of file contents: one file per key, written under a temporary name, flushed and renamed, so that a named
 * file is always complete.
 */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  access,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  type FileHandle,
} from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { whileThereIsRoom } from "./disk-room.ts";
import { FileError } from "./file-error.ts";

/** Content on disk without a name yet. Call `keep` or `drop`. */
export type Draft = {
  /** bytes */
  readonly size: number;
  readonly sha256: Buffer;
  /** Names the file, and resolves when that would survive a power failure. */
  readonly keep: (key: string) => Promise<void>;
  readonly drop: () => Promise<void>;
};

/** Suffix of files that are still being written. */
const PARTIAL = ".partial";

export class FileFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates the folder and removes leftovers of interrupted uploads. Call it before any write. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for await (const entry of await opendir(this.#folder))
      if (entry.name.endsWith(PARTIAL))
        await rm(join(this.#folder, entry.name), { force: true });
  }

  /**
   * Writes content and resolves when it would survive a power failure.
   * @param noRoom makes the error for a content that would take the disk's reserve
   * @throws FileError 413 when it is longer than `limit` bytes, or the source's error. Leaves nothing behind then.
   */
  async write(
    content: AsyncIterable<Uint8Array>,
    limit: number,
    noRoom: () => Error,
  ): Promise<Draft> {
    const partial = join(this.#folder, `${randomUUID()}${PARTIAL}`);
    const drop = () => rm(partial, { force: true });
    const keep = async (key: string) => {
      try {
        await rename(partial, this.#path(key));
      } catch (error) {
        await drop();
        throw error;
      }
      await this.#sync();
    };
    const file = await open(partial, "wx", 0o600);
    try {
      const chunks = whileThereIsRoom(content, this.#folder, noRoom);
      const written = await receive(file, chunks, limit);
      await file.close();
      return { ...written, keep, drop };
    } catch (error) {
      await file.close().catch(() => undefined);
      await drop();
      throw error;
    }
  }

  /** The content, or a part of it; both ends are inclusive. */
  read(key: string, part?: { first: number; last: number }): Readable {
    return createReadStream(
      this.#path(key),
      part && { start: part.first, end: part.last },
    );
  }

  /** The whole content at once, for actions. */
  async readAll(key: string): Promise<Buffer> {
    return await readFile(this.#path(key));
  }

  async has(key: string): Promise<boolean> {
    return access(this.#path(key)).then(
      () => true,
      () => false,
    );
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  /** Every key in the folder, unordered. */
  async *keys(): AsyncGenerator<string> {
    for await (const entry of await opendir(this.#folder))
      if (isFileKey(entry.name)) yield entry.name;
  }

  #path(key: string): string {
    // Keys come from tables and URLs, so only well-formed ones become paths.
    if (!isFileKey(key)) throw new Error(`not a file key: ${key}`);
    return join(this.#folder, key);
  }

  /** Flushes the folder itself, so that the new name is on disk. */
  async #sync(): Promise<void> {
    // Windows cannot open folders; its renames are flushed with the journal.
    if (process.platform === "win32") return;
    const folder = await open(this.#folder, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

/** True for the form of keys in URLs and on disk. */
export function isFileKey(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

async function receive(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Pick<Draft, "size" | "sha256">> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > limit)
      throw new FileError(
        413,
        "FileTooLarge",
        `File is too large (maximum size ${limit} bytes)`,
      );
    hash.update(chunk);
    await writeAll(file, chunk);
  }
  await file.sync();
  return { size, sha256: hash.digest() };
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength;)
    done += (await file.write(chunk, done)).bytesWritten;
}
