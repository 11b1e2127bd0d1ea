/** Disk space for stored files, imports and exports. Some stays free, so that commits can continue. */
import { statfs } from "node:fs/promises";

/** Bytes that stay free. */
const RESERVE = 256 * 2 ** 20;
/** Bytes that may be written before the disk is checked again, and the part of the room: others fill it, too. */
const STEP = 8 * 2 ** 20;
const PART = 1 / 1024;

/** Bytes that may be written to a folder's disk; negative when the reserve is in use. */
export async function roomOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - RESERVE;
}

/**
 * Says during a write whether it may continue.
 * @param most bytes that it may write in total
 */
export class RoomToWrite {
  readonly #folder: string;
  #most: number;
  #known = 0;

  constructor(folder: string, most = Infinity) {
    this.#folder = folder;
    this.#most = most;
  }

  /** @returns false when there is no room */
  async take(bytes: number): Promise<boolean> {
    this.#most -= bytes;
    this.#known -= bytes;
    if (this.#known < 0) {
      const room = (await roomOn(this.#folder)) - bytes;
      this.#known = Math.min(STEP, room * PART);
    }
    return this.#known >= 0 && this.#most >= 0;
  }
}

/**
 * Yields chunks while a folder's disk has room for them.
 * @throws the error that `full` makes
 */
export async function* whileThereIsRoom<Chunk extends Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  folder: string,
  full: () => Error,
): AsyncGenerator<Chunk> {
  const room = new RoomToWrite(folder);
  for await (const chunk of chunks) {
    if (!(await room.take(chunk.length))) throw full();
    yield chunk;
  }
}
