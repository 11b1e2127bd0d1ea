/** Uploads in parts, which are written to disk as they come and then joined. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { formatSize } from "../values/format-size.ts";
import { RoomToWrite } from "../files/disk-room.ts";
import { ImportError } from "./import-error.ts";

/** Most bytes of one file. */
const MAX_FILE = 16 * 2 ** 30;
/** Unfinished files. Another one replaces the oldest without an incoming part. */
const MAX_UPLOADS = 4;
const MAX_PARTS = 10_000;

/** How long an unfinished file waits for its next part, in ms. */
const PATIENCE = 60 * 60_000;

type Upload = {
  readonly folder: string;
  /** Sizes of the received parts, by number. */
  readonly sizes: Map<number, number>;
  /** Incoming parts: while there are any, the file is kept. */
  coming: number;
  readonly waiting: NodeJS.Timeout;
};

export class Uploads {
  readonly #folder: string;
  readonly #logError: (what: string, error: unknown) => void;
  readonly #uploads = new Map<string, Upload>();

  constructor(
    folder: string,
    logError: (what: string, error: unknown) => void,
  ) {
    this.#folder = folder;
    this.#logError = logError;
  }

  /**
   * @returns the token that the parts must bring
   * @throws ImportError when parts of too many files are incoming
   */
  async start(): Promise<string> {
    if (this.#uploads.size >= MAX_UPLOADS) {
      const oldest = [...this.#uploads].find(([, { coming }]) => coming === 0);
      if (oldest === undefined)
        throw new ImportError(
          "TooManyUploads",
          `${MAX_UPLOADS} files are being uploaded. Try again when one of them has arrived.`,
        );
      await this.#drop(oldest[0]);
    }
    const token = randomUUID();
    const folder = path.join(this.#folder, token);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const waiting = setTimeout(() => {
      if (this.#find(token).coming > 0) {
        waiting.refresh();
        return;
      }
      this.#drop(token).catch((error: unknown) =>
        this.#logError("removing an upload failed", error),
      );
    }, PATIENCE).unref();
    this.#uploads.set(token, {
      ...{ folder, sizes: new Map(), waiting },
      coming: 0,
    });
    return token;
  }

  /**
   * Takes a part. Of one that comes twice, the last complete one stays. An incomplete one leaves nothing.
   * @returns its token, to be given at the end
   * @throws ImportError when there is no room for it
   */
  async part(
    token: string,
    number: number,
    content: AsyncIterable<Buffer>,
  ): Promise<string> {
    const upload = this.#find(token);
    const { folder, sizes, waiting } = upload;
    if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS)
      throw new ImportError("BadUpload", `There is no part ${number}.`);
    upload.coming++;
    const coming = path.join(folder, `${number}-${randomUUID()}`);
    let size = 0;
    try {
      const file = await open(coming, "wx", 0o600);
      try {
        const others = sizeOfOthers(sizes, number);
        const room = new RoomToWrite(folder, MAX_FILE - others);
        for await (const chunk of content) {
          size += chunk.length;
          if (!(await room.take(chunk.length))) throw tooLarge(others + size);
          await file.writeFile(chunk);
        }
      } finally {
        await file.close();
      }
      this.#find(token);
      await rename(coming, path.join(folder, String(number)));
    } catch (error) {
      await rm(coming, { force: true });
      throw error;
    } finally {
      upload.coming--;
      if (this.#uploads.has(token)) waiting.refresh();
    }
    sizes.set(number, size);
    return String(number);
  }

  /**
   * Joins the parts in the given order.
   * @returns path of the file; the caller removes it
   */
  async finish(token: string, parts: readonly string[]): Promise<string> {
    const { folder, sizes } = this.#find(token);
    const numbers = parts.map(Number);
    if (numbers.length === 0 || numbers.some((number) => !sizes.has(number)))
      throw new ImportError("BadUpload", "A part of the file has not arrived.");
    if (new Set(numbers).size < numbers.length)
      throw new ImportError("BadUpload", "A part of the file is named twice.");
    this.#forget(token);
    const whole = path.join(this.#folder, `${token}.import`);
    try {
      for (const number of numbers) {
        const part = path.join(folder, String(number));
        await pipeline(
          createReadStream(part),
          createWriteStream(whole, { flags: "a", mode: 0o600 }),
        );
        await rm(part);
      }
      return whole;
    } catch (error) {
      await rm(whole, { force: true });
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #find(token: string): Upload {
    const upload = this.#uploads.get(token);
    if (upload === undefined)
      throw new ImportError(
        "BadUpload",
        "This upload does not exist or was abandoned. Start again.",
      );
    return upload;
  }

  #forget(token: string): void {
    clearTimeout(this.#find(token).waiting);
    this.#uploads.delete(token);
  }

  async #drop(token: string): Promise<void> {
    const { folder } = this.#find(token);
    this.#forget(token);
    await rm(folder, { recursive: true, force: true });
  }
}

function sizeOfOthers(
  sizes: ReadonlyMap<number, number>,
  number: number,
): number {
  let sum = 0;
  for (const [other, size] of sizes) if (other !== number) sum += size;
  return sum;
}

function tooLarge(size: number): ImportError {
  return new ImportError(
    "ImportTooLarge",
    `The file is larger than this server takes (${formatSize(size)} so far; at most ${formatSize(MAX_FILE)}, and what its disk has room for).`,
  );
}
