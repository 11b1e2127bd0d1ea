/** Room on the disk for what imports and exports write: some of it stays free, or nobody could commit meanwhile. */
import { statfs } from "node:fs/promises";

/** Bytes that stay free. */
const RESERVE = 256 * 2 ** 20;
/** Bytes that may be written before the disk is asked again: others fill it, too. */
const STEP = 8 * 2 ** 20;

/** Bytes that may be written where a folder lies; negative when the reserve itself is touched. */
export async function roomOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - RESERVE;
}

/**
 * Tells while something is written whether it may go on.
 * @param most bytes that it may have in all
 */
export class RoomToWrite {
  readonly #folder: string;
  #most: number;
  #known = 0;

  constructor(folder: string, most = Infinity) {
    this.#folder = folder;
    this.#most = most;
  }

  /** @returns false when there is no room for so many bytes more */
  async take(bytes: number): Promise<boolean> {
    this.#most -= bytes;
    this.#known -= bytes;
    if (this.#known < 0)
      this.#known = Math.min(STEP, (await roomOn(this.#folder)) - bytes);
    return this.#known >= 0 && this.#most >= 0;
  }
}

/**
 * Chunks as they come, as long as the disk of a folder has room for them.
 * @throws what `full` makes
 */
export async function* whileThereIsRoom(
  chunks: AsyncIterable<Buffer>,
  folder: string,
  full: () => Error,
): AsyncGenerator<Buffer> {
  const room = new RoomToWrite(folder);
  for await (const chunk of chunks) {
    if (!(await room.take(chunk.length))) throw full();
    yield chunk;
  }
}
