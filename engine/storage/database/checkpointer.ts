/** Checkpoints SQLite's write-ahead log into the database file and updates the seal. */
import path from "node:path";
import { must } from "../../values/user-error.ts";
import { isSameLog, readSalts } from "./log-frames.ts";
import {
  endsOf,
  type FolderState,
  readSeal,
  type Seal,
  writeSeal,
} from "../opening/seal.ts";
import { type Connection, isFailedSync, sqliteCode } from "./sqlite.ts";

type Progress = {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
};

/** Size checks of the log on the way to its limit. A batch counts more the more rows it has. */
const LOOKS = 64;
const ROWS_OF_A_BATCH = 16;
/** An idle writer checkpoints the log from this fraction of the limit on: 1/16. */
const QUIET_SHARE = 16;
/** How long `finish` waits for a running read, and how often it checks, in ms. */
const PATIENCE = 1_000;
const PAUSE = 10;

export class Checkpointer {
  readonly #connection: Connection;
  readonly #file: string;
  readonly #maxPages: number;
  #seal: Seal;
  /** Frames that are in the file and not yet in the seal. Set while the next commit would restart the log. */
  #unsealed: number | null = null;
  #sinceLook = 0;

  /**
   * @param file path of the database.
   * @param maxPages pages in the log that trigger a checkpoint.
   */
  constructor(connection: Connection, file: string, maxPages: number) {
    this.#connection = connection;
    this.#file = file;
    this.#maxPages = maxPages;
    this.#seal = must(readSeal(path.dirname(file)), "the database is sealed");
    const { log, checkpointed } = this.#run("NOOP");
    // An earlier checkpoint may have found no room for the seal.
    if (log > 0 && checkpointed === log) this.#unsealed = log;
  }

  /**
   * Call it before each commit. Otherwise a crash after the commit leaves pages that no seal covers.
   * @throws Error when the seal cannot be written; nothing may be committed then.
   */
  beforeCommit(): void {
    if (this.#unsealed !== null) this.#sealUp(this.#unsealed);
    if (this.#seal.state === "closed") this.mark("opening");
  }

  /**
   * Checkpoints the log when it has reached its limit, which bounds what a restart after a crash must read. A failed checkpoint
   * does not fail the commit before it; the log just grows.
   * @throws SqliteError when an fsync failed: the content of the file is then unknown.
   */
  afterBatch(rows: number): void {
    this.#sinceLook += 1 + rows / ROWS_OF_A_BATCH;
    const isDue = this.#sinceLook >= this.#maxPages / LOOKS;
    if (!isDue && this.#seal.state === "open") return;
    this.#sinceLook = 0;
    try {
      this.mark("open");
      this.#moveFrom(this.#maxPages);
    } catch (error) {
      if (isFailedSync(sqliteCode(error) ?? "")) throw error;
      // The disk is full. A later batch tries again.
    }
  }

  /** Checkpoints the log before more batches come, if it is large enough. */
  whileQuiet(): void {
    this.#moveFrom(this.#maxPages / QUIET_SHARE);
  }

  /**
   * Checkpoints the whole log and updates the seal; the log may be removed then. Waits briefly for running reads.
   * @param state `closed`, or `opening` when the journal is still needed
   * @param patience in ms
   * @returns whether it succeeded; longer reads, such as a backup, prevent it
   */
  finish(state: "closed" | "opening", patience = PATIENCE): boolean {
    for (let waited = 0; ; waited += PAUSE) {
      if (this.#move()) {
        this.mark(state);
        return true;
      }
      if (waited >= patience) return false;
      sleep(PAUSE);
    }
  }

  /** Seals the state of the folder, with `open` also its log. On disk when it returns. */
  mark(state: FolderState): void {
    let { log } = this.#seal;
    if (state === this.#seal.state) return;
    if (state === "open") {
      const salts = must(readSalts(this.#file), "an open file has a log");
      log = { salts, frames: 0 };
    }
    this.#write({ ...this.#seal, state, log });
  }

  #moveFrom(pages: number): void {
    if (this.#run("NOOP").log >= pages) this.#move();
  }

  /**
   * Checkpoints the log and seals how the file ends.
   * @returns whether all of it is in the file; a reader may prevent that for a moment.
   */
  #move(): boolean {
    const { log, checkpointed } = this.#run("PASSIVE");
    // After a partial checkpoint, the log still holds everything.
    if (checkpointed < log) return false;
    if (log > 0) {
      this.#unsealed = log;
      this.#sealUp(log);
    }
    return true;
  }

  /** @param frames all frames of the log, which are all in the file. */
  #sealUp(frames: number): void {
    const salts = must(readSalts(this.#file), "what was moved has a log");
    const { log: last, pageSize } = this.#seal;
    if (frames !== last.frames || !isSameLog(salts, last.salts))
      this.#write({
        ...this.#seal,
        ...endsOf(this.#file, pageSize),
        log: { salts, frames },
      });
    this.#unsealed = null;
  }

  #write(seal: Seal): void {
    writeSeal(path.dirname(this.#file), seal);
    this.#seal = seal;
  }

  #run(mode: "NOOP" | "PASSIVE"): Progress {
    const [progress] = this.#connection.pragma(
      `wal_checkpoint(${mode})`,
    ) as Progress[];
    return must(progress, "SQLite tells how far it came");
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
