/** Files on their way in, in parts: each part goes to the disk as it comes, and together they are one file. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { formatSize } from "../values/format-size.ts";
import { ImportError } from "./import-error.ts";

/** Bytes of one file. */
const MAX_FILE = 16 * 2 ** 30;
/** Bytes of the disk that stay free. */
const RESERVE = 256 * 2 ** 20;
/** Files begun and not finished; the oldest makes room. */
const MAX_UPLOADS = 4;
const MAX_PARTS = 10_000;

type Upload = { readonly folder: string; readonly sizes: Map<number, number> };

export class Uploads {
  readonly #folder: string;
  readonly #uploads = new Map<string, Upload>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns the token that the parts have to bring */
  async start(): Promise<string> {
    const [oldest] = this.#uploads.keys();
    if (this.#uploads.size >= MAX_UPLOADS && oldest) await this.#drop(oldest);
    const token = randomUUID();
    const folder = path.join(this.#folder, token);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    this.#uploads.set(token, { folder, sizes: new Map() });
    return token;
  }

  /**
   * Takes a part; one that comes twice is the later one.
   * @returns its token, to be given at the end
   * @throws ImportError when there is no room for it
   */
  async part(
    token: string,
    number: number,
    content: AsyncIterable<Buffer>,
  ): Promise<string> {
    const { folder, sizes } = this.#find(token);
    if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS)
      throw new ImportError("BadUpload", `There is no part ${number}.`);
    const others = [...sizes].reduce(
      (sum, [other, size]) => (other === number ? sum : sum + size),
      0,
    );
    const room = Math.min(MAX_FILE - others, await this.#room());
    const file = await open(path.join(folder, String(number)), "w", 0o600);
    let size = 0;
    try {
      for await (const chunk of content) {
        size += chunk.length;
        if (size > room) throw tooLarge(others + size);
        await file.writeFile(chunk);
      }
    } finally {
      await file.close();
    }
    sizes.set(number, size);
    return String(number);
  }

  /**
   * Puts the parts together in the order given.
   * @returns path of the file; who asked removes it
   */
  async finish(token: string, parts: readonly string[]): Promise<string> {
    const { folder, sizes } = this.#find(token);
    const whole = path.join(this.#folder, `${token}.import`);
    const numbers = parts.map(Number);
    if (numbers.length === 0 || numbers.some((number) => !sizes.has(number)))
      throw new ImportError("BadUpload", "A part of the file has not come.");
    for (const number of numbers) {
      const part = path.join(folder, String(number));
      await pipeline(
        createReadStream(part),
        createWriteStream(whole, { flags: "a", mode: 0o600 }),
      );
      await rm(part);
    }
    await this.#drop(token);
    return whole;
  }

  #find(token: string): Upload {
    const upload = this.#uploads.get(token);
    if (upload === undefined)
      throw new ImportError(
        "BadUpload",
        "There is no such upload, or it was given up. Begin again.",
      );
    return upload;
  }

  async #drop(token: string): Promise<void> {
    const { folder } = this.#find(token);
    this.#uploads.delete(token);
    await rm(folder, { recursive: true, force: true });
  }

  async #room(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize - RESERVE;
  }
}

function tooLarge(size: number): ImportError {
  return new ImportError(
    "ImportTooLarge",
    `The file is larger than this server takes (${formatSize(size)} so far; at most ${formatSize(MAX_FILE)}, and what its disk has room for).`,
  );
}
