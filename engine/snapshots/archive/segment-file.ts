/** A segment being written. Its content is up to segment.ts and archiver.ts. */
import { type FileHandle, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Followed } from "../../storage/journal/follower.ts";
import { nameOf, syncNames } from "./archive-folder.ts";
import {
  encodeChange,
  encodeHead,
  readSegment,
  type Segment,
  type SegmentHead,
} from "./segment.ts";

export class SegmentFile {
  readonly number: number;
  readonly #file: string;
  readonly #handle: FileHandle;
  #size = 0;

  private constructor(number: number, file: string, handle: FileHandle) {
    this.number = number;
    this.#file = file;
    this.#handle = handle;
  }

  /** Bytes that are on disk. */
  get size(): number {
    return this.#size;
  }

  /** On disk when it returns. @throws Error of the file system; the file is then removed if possible */
  static async create(
    folder: string,
    number: number,
    head: SegmentHead,
  ): Promise<SegmentFile> {
    const file = path.join(folder, nameOf("journal", number));
    const handle = await open(file, "wx", 0o600);
    try {
      const segment = new SegmentFile(number, file, handle);
      await segment.#write(encodeHead(head));
      await syncNames(folder);
      return segment;
    } catch (error) {
      await handle.close().catch(() => undefined);
      await rm(file, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** On disk when it returns. @throws Error of the file system; how much was written is then unknown */
  async append(items: readonly Followed[]): Promise<void> {
    const bytes = Buffer.concat(
      items.map((item) =>
        item.kind === "record"
          ? item.bytes
          : encodeChange({ catalog: item.catalog, request: item.request }),
      ),
    );
    await this.#write(bytes);
    // A file that was removed or moved still accepts writes.
    const here = await this.#handle.stat();
    const there = await stat(this.#file);
    if (here.ino !== there.ino)
      throw new Error(`${this.#file} was replaced by another file`);
  }

  async close(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const [left, at] = [bytes.length - done, this.#size + done];
      done += (await this.#handle.write(bytes, done, left, at)).bytesWritten;
    }
    await this.#handle.datasync();
    this.#size += bytes.length;
  }
}

/** Reads a segment and syncs it, because an earlier process may have been killed before that. */
export async function readSynced(
  folder: string,
  number: number,
): Promise<Segment> {
  const handle = await open(path.join(folder, nameOf("journal", number)), "r+");
  try {
    await handle.sync();
    return readSegment(await handle.readFile());
  } finally {
    await handle.close();
  }
}
