/** Moves SQLite's log into the database file and keeps the seal in step with it. Used by whoever has the connection that writes. */
import path from "node:path";
import { must } from "../values/user-error.ts";
import { isSameLog, readSalts } from "./log-frames.ts";
import {
  endsOf,
  type FolderState,
  readSeal,
  type Seal,
  writeSeal,
} from "./seal.ts";
import { type Connection, isFailedSync, sqliteCode } from "./sqlite.ts";

type Progress = {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
};

/** Batches between two looks at the size of the log, as a share of its limit; a batch counts more the more rows it has. */
const LOOKS = 64;
const ROWS_OF_A_BATCH = 16;
/** Share of the limit from which a log is moved while nobody waits. */
const QUIET_SHARE = 16;
/** How long the end waits for a read that is under way, and how often it looks, in ms. */
const PATIENCE = 1_000;
const PAUSE = 10;

export class Checkpointer {
  readonly #connection: Connection;
  readonly #file: string;
  readonly #maxPages: number;
  #seal: Seal;
  /** Frames that are in the file and not yet in the seal, as long as SQLite would start the log anew with the next commit. */
  #unsealed: number | null = null;
  #sinceLook = 0;

  /**
   * @param file path of the database.
   * @param maxPages pages in the log at which it is moved.
   */
  constructor(connection: Connection, file: string, maxPages: number) {
    this.#connection = connection;
    this.#file = file;
    this.#maxPages = maxPages;
    this.#seal = must(readSeal(path.dirname(file)), "the database is sealed");
    const { log, checkpointed } = this.#run("NOOP");
    // Whoever moved it may have found no room for the seal.
    if (log > 0 && checkpointed === log) this.#unsealed = log;
  }

  /**
   * To be called before each commit: a crash after it would find pages that nobody vouches for.
   * @throws Error when the seal cannot be written; nothing may be committed then.
   */
  beforeCommit(): void {
    if (this.#unsealed !== null) this.#sealUp(this.#unsealed);
    if (this.#seal.state === "closed") this.mark("opening");
  }

  /**
   * Moves the log when it has grown to its limit: bounds it, and what a restart after a kill has to read. That it fails is no
   * failure of the commit before; the log only grows on.
   * @throws SqliteError when a sync failed: nobody knows what is in the file.
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
      // A full disk: tried again with one of the next batches.
    }
  }

  /** Moves a log worth moving before the next batches come. */
  whileQuiet(): void {
    this.#moveFrom(this.#maxPages / QUIET_SHARE);
  }

  /**
   * Moves all of the log and says so; the log may be removed then. Waits a little for reads that are under way.
   * @param state `closed`, or `opening` when the journal is still needed
   * @param patience in ms
   * @returns whether it is so; who reads for longer, as a backup does, is not waited for
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

  /** Notes how the folder is, and with `open` which log is now its own. On disk when it returns. */
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
   * Moves the log and writes down how the file ends.
   * @returns whether all of it is in the file; a reader may be in the way for a moment.
   */
  #move(): boolean {
    const { log, checkpointed } = this.#run("PASSIVE");
    // Moved in part, all of it is still in the log.
    if (checkpointed < log) return false;
    if (log > 0) {
      this.#unsealed = log;
      this.#sealUp(log);
    }
    return true;
  }

  /** @param frames of the log, all of them in the file. */
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
