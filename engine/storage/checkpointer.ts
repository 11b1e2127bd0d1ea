/** Moves the log into the database file and keeps the sums of its pages. Part of the writer thread. */
import path from "node:path";
import { must } from "../values/user-error.ts";
import { isSameLog, readLog } from "./log-frames.ts";
import { type PageSums, readSums, sumOfPage, writeSums } from "./page-sums.ts";
import type { Connection } from "./sqlite.ts";

type Progress = {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
};

/** Batches between two looks at the size of the log, as a share of its limit; a batch counts more the more rows it has. */
const LOOKS = 64;
const ROWS_OF_A_BATCH = 16;
/** How often and how long, in ms, the end waits for a read that is under way. */
const PATIENCE = 100;
const PAUSE = 10;

export class Checkpointer {
  readonly #connection: Connection;
  readonly #file: string;
  readonly #maxPages: number;
  #sums: PageSums;
  #sinceLook = 0;

  /**
   * @param file path of the database.
   * @param maxPages pages in the log at which it is moved.
   */
  constructor(connection: Connection, file: string, maxPages: number) {
    this.#connection = connection;
    this.#file = file;
    this.#maxPages = maxPages;
    this.#sums = must(readSums(path.dirname(file)), "the pages have sums");
  }

  /**
   * Moves the log when it has grown to its limit: bounds it, and what a restart after a kill has to read. That it fails is no
   * failure of the commit before; the log only grows on.
   */
  afterBatch(rows: number): void {
    this.#sinceLook += 1 + rows / ROWS_OF_A_BATCH;
    if (this.#sinceLook < this.#maxPages / LOOKS) return;
    this.#sinceLook = 0;
    try {
      if (this.#run("NOOP").log >= this.#maxPages) this.moveLog();
    } catch {
      // A full disk: tried again with one of the next batches.
    }
  }

  /**
   * Moves the log, and writes down the sums before anything else can be committed.
   * @returns whether all of it is in the file; a reader may be in the way for a moment.
   */
  moveLog(): boolean {
    const { log, checkpointed } = this.#run("PASSIVE");
    // Moved in part, all of it is still in the log.
    if (checkpointed < log) return false;
    if (log > 0) this.#sumUp();
    return true;
  }

  /** Moves all of the log and empties it. @throws Error when something is in the way for long. */
  finish(): void {
    for (let i = 0; i < PATIENCE; i++) {
      if (this.moveLog() && this.#run("TRUNCATE").busy === 0) return;
      sleep(PAUSE);
    }
    throw new Error("The log could not be moved into the file");
  }

  #sumUp(): void {
    const { pageSize, sums: old, log: last } = this.#sums;
    const moved = must(
      readLog(this.#file, pageSize, sumOfPage),
      "what was moved is still in the log",
    );
    const { salts, frames } = moved;
    if (frames === last.frames && isSameLog(salts, last.salts)) return;
    const sums = new Uint32Array(Math.max(old.length, ...moved.pages.keys()));
    sums.set(old);
    for (const [page, sum] of moved.pages) sums[page - 1] = sum;
    this.#sums = { pageSize, sums, log: { salts, frames } };
    writeSums(path.dirname(this.#file), this.#sums);
  }

  #run(mode: "NOOP" | "PASSIVE" | "TRUNCATE"): Progress {
    const [progress] = this.#connection.pragma(
      `wal_checkpoint(${mode})`,
    ) as Progress[];
    return must(progress, "SQLite tells how far it came");
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
