/**
 * Claims an archive for this engine. So it notices when another engine has taken it, or when only the empty mount point of a
 * disk is left. The last claim wins, because it is unknown whether an engine elsewhere is alive.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** Number of a folder's disk; two folders on one disk share it. */
export type DeviceOf = (folder: string) => Promise<number>;

/** Name of the file that names the owner. */
const MARK = "owner";

export class Claim {
  readonly #folder: string;
  readonly #mark: string;
  readonly #data: string;
  readonly #deviceOf: DeviceOf;
  readonly #id = randomUUID();
  #isTaken = false;
  #wasApart = false;

  /** @param data the data folder that is archived */
  constructor(folder: string, data: string, deviceOf: DeviceOf = deviceOnDisk) {
    this.#folder = folder;
    this.#mark = path.join(folder, MARK);
    this.#data = data;
    this.#deviceOf = deviceOf;
  }

  /**
   * Takes the folder, and creates it for its owner alone when missing. Its parent is not created, because disks are mounted
   * there.
   * @returns whether it lies on another disk than the data folder
   * @throws Error when another engine has taken it since, when its disk is missing, or of the file system
   */
  async take(): Promise<boolean> {
    await mkdir(this.#folder, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
    const isApart = await this.#isApart();
    if (this.#isTaken && (await this.#owner()) !== null) await this.check();
    else {
      // Atomic: an engine that reads half of it would take the archive back. Another one may be taking it right now.
      const part = `${this.#mark}.${this.#id}.part`;
      await writeFile(part, this.#id, { mode: 0o600 });
      await rename(part, this.#mark);
    }
    this.#isTaken = true;
    this.#wasApart = isApart;
    return isApart;
  }

  /** @throws Error when this engine no longer owns it, or of the file system */
  async check(): Promise<void> {
    const owner = await this.#owner();
    if (owner === this.#id) return;
    if (owner !== null)
      throw new Error("an engine that started later has taken it over");
    await this.#isApart();
    throw new Error("it has been emptied or replaced");
  }

  /** @throws Error when it was apart, and is not any more */
  async #isApart(): Promise<boolean> {
    const there = await this.#deviceOf(this.#folder);
    const isApart = there !== (await this.#deviceOf(this.#data));
    if (isApart || !this.#wasApart) return isApart;
    throw new Error(
      `it is now on the same disk as ${this.#data}, so its own is not mounted`,
    );
  }

  async #owner(): Promise<string | null> {
    try {
      return await readFile(this.#mark, "utf8");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  }
}

async function deviceOnDisk(folder: string): Promise<number> {
  return (await stat(folder)).dev;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
