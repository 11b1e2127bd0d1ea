/**
 * Commits that are durable in the journal and not yet in the database. They are kept in memory and moved together, because many
 * small commits cost SQLite hardly more than one. The journal's size bounds how many are kept. Durability is decided in
 * committer.ts.
 */
import type { Timestamp } from "../../values/json.ts";
import type { HeldCommits, Mark } from "./held-commits.ts";
import { PendingWrites } from "./pending-writes.ts";
import { StorageError } from "../storage-error.ts";
import type { WriterClient } from "../writer/writer-client.ts";

/** Commits are moved at this number, or when the first has waited this long, in ms. */
const MAX_KEPT = 1024;
const MAX_WAIT = 100;
/** Pauses, in ms, before an idle writer checkpoints SQLite's log, and between retries on a faulty disk. */
const QUIET = 200;
const RETRY = 500;

type Writer = Pick<WriterClient, "request">;

export type WriteBehindOptions = {
  /** Number of commits that triggers a move. */
  readonly maxKept?: number | undefined;
  readonly held: HeldCommits | null;
  /** Commits are in the database and on disk there. Called before they are dropped. */
  readonly onWritten: (moved: PendingWrites) => void;
  /** The database refuses them (null: no longer). They are retried unless the database is damaged. */
  readonly onFault: (fault: StorageError | null) => void;
};

export class WriteBehind {
  readonly #writer: Writer;
  readonly #options: WriteBehindOptions;
  readonly #maxKept: number;
  #kept = new PendingWrites();
  #keptMark: Mark = { sequence: 0, chain: 0 };
  /** In flight. Stays until it is in the database. */
  #moving: PendingWrites | null = null;
  #movingMark: Mark = this.#keptMark;
  #isMoreAsked = false;
  #writtenTs: Timestamp;
  #fault: StorageError | null = null;
  #waiting: (PromiseWithResolvers<void> & { readonly ts: Timestamp })[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param writtenTs newest commit in the database. */
  constructor(
    writer: Writer,
    writtenTs: Timestamp,
    options: WriteBehindOptions,
  ) {
    this.#writer = writer;
    this.#writtenTs = writtenTs;
    this.#options = options;
    this.#maxKept = options.maxKept ?? MAX_KEPT;
    if (options.held) this.#hold(options.held);
  }

  /** Commits in flight, if any. */
  get moving(): PendingWrites | null {
    return this.#moving;
  }

  /** Younger commits; may be empty. */
  get kept(): PendingWrites {
    return this.#kept;
  }

  /** Newest commit in the database. */
  get writtenTs(): Timestamp {
    return this.#writtenTs;
  }

  /**
   * Takes over commits that are durable.
   * @param mark their record of the journal.
   */
  add(batch: PendingWrites, mark: Mark): void {
    const isFirst = this.#kept.lastTs === 0;
    // Durable commits are never withdrawn.
    batch.changes = [];
    if (isFirst) this.#kept = batch;
    else this.#kept.absorb(batch);
    this.#keptMark = mark;
    if (this.#kept.commits >= this.#maxKept) this.move();
    else if (isFirst && !this.#moving) this.#later(MAX_WAIT, () => this.move());
  }

  /** Moves the kept commits, now or as soon as those in flight are written. */
  move(): void {
    if (this.#moving) {
      this.#isMoreAsked = true;
      return;
    }
    if (this.#kept.lastTs === 0) return;
    this.#moving = this.#kept;
    this.#movingMark = this.#keptMark;
    this.#kept = new PendingWrites();
    this.#send(this.#moving);
  }

  /**
   * Resolves when everything taken over so far is in the database.
   * @throws StorageError `disk` when that is not possible now, `damaged` when it never will be.
   */
  async whenWritten(): Promise<void> {
    const ts = this.#kept.lastTs || (this.#moving?.lastTs ?? 0);
    if (ts <= this.#writtenTs) return;
    if (this.#fault) throw this.#fault;
    const written = { ts, ...Promise.withResolvers<void>() };
    this.#waiting.push(written);
    this.move();
    await written.promise;
  }

  /** Moves everything. @throws StorageError as `whenWritten`; the journal is needed then. */
  async close(): Promise<void> {
    try {
      await this.whenWritten();
    } finally {
      clearTimeout(this.#timer);
    }
  }

  #hold({ commits, mark, writtenTs, fault }: HeldCommits): void {
    this.#moving = commits;
    this.#movingMark = mark;
    this.#writtenTs = writtenTs;
    this.#fault = fault;
    this.#tryLater(commits);
  }

  #tryLater(moving: PendingWrites): void {
    this.#later(RETRY, () => this.#send(moving));
  }

  #send(moving: PendingWrites): void {
    clearTimeout(this.#timer);
    this.#writer
      .request({ kind: "batch", ...moving.toBatch(), ...this.#movingMark })
      .then(
        () => this.#written(moving),
        (error: unknown) => this.#refused(moving, error),
      );
  }

  #written(moved: PendingWrites): void {
    this.#writtenTs = moved.lastTs;
    this.#moving = null;
    this.#options.onWritten(moved);
    if (this.#fault) {
      this.#fault = null;
      this.#options.onFault(null);
    }
    const isThere = ({ ts }: { readonly ts: Timestamp }) =>
      ts <= this.#writtenTs;
    for (const { resolve } of this.#waiting.filter(isThere)) resolve();
    this.#waiting = this.#waiting.filter((one) => !isThere(one));
    if (this.#isMoreAsked) {
      this.#isMoreAsked = false;
      this.move();
    } else if (this.#kept.lastTs > 0) {
      this.#later(MAX_WAIT, () => this.move());
    } else {
      this.#later(QUIET, () => void this.#checkpoint());
    }
  }

  #refused(moving: PendingWrites, error: unknown): void {
    this.#fault =
      error instanceof StorageError
        ? error
        : new StorageError("disk", "Writing failed.", error);
    for (const { reject } of this.#waiting) reject(this.#fault);
    this.#waiting = [];
    this.#options.onFault(this.#fault);
    // Damage is permanent; the next start says what to do.
    if (this.#fault.fault === "disk") this.#tryLater(moving);
  }

  async #checkpoint(): Promise<void> {
    // A failed checkpoint fails no commit: the log just grows.
    await this.#writer.request({ kind: "checkpoint" }).catch(() => undefined);
  }

  #later(delay: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, delay);
    this.#timer.unref();
  }
}
