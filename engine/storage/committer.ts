/**
 * Commits on their way to the disk: which are visible already, which are durable, and what happens when the disk refuses.
 * One batch is on its way at a time; everything committed meanwhile is the next one. Reads nothing from disk.
 */
import type { Timestamp } from "../values/json.ts";
import type { CommitClock } from "./commit-clock.ts";
import { type DocumentChange, writeSetOf } from "./write-set.ts";
import { PendingWrites } from "./pending-writes.ts";
import { StorageError } from "./storage-error.ts";
import type { AnsweredRequest, WriteSet } from "./storage-types.ts";
import type { WriterClient } from "./writer-client.ts";

/** Commits in one batch: more would only make those in it wait longer. */
const MAX_BATCH = 1000;
/** Pause after which the log is moved into the file while nobody waits, and between trials of a faulty disk, in ms. */
const QUIET = 200;
const RETRY = 500;
/** Withdrawn stretches remembered, for those who ask late. */
const MAX_WITHDRAWN = 256;

/** The part of the writer that the queue needs. */
type Writer = Pick<WriterClient, "request">;

export type CommitterEvents = {
  /** A batch is on disk; called before it is dropped. */
  readonly onDurable: (batch: PendingWrites) => void;
  /** Commits were taken back. */
  readonly onWithdrawn: (writeSet: WriteSet) => void;
};

export class Committer {
  readonly #writer: Writer;
  readonly #clock: CommitClock;
  readonly #events: CommitterEvents;
  /** Oldest first; the first one may be on its way. */
  #pending: PendingWrites[] = [];
  #sent: PendingWrites | null = null;
  #durableTs: Timestamp;
  #epoch = 0;
  #fault: StorageError | null = null;
  readonly #withdrawn: (readonly [first: Timestamp, last: Timestamp])[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(writer: Writer, clock: CommitClock, events: CommitterEvents) {
    this.#writer = writer;
    this.#clock = clock;
    this.#events = events;
    this.#durableTs = clock.last;
  }

  /** Visible states that are not yet on disk, the youngest last. */
  get pending(): readonly PendingWrites[] {
    return this.#pending;
  }

  /** Commits that are not yet on disk. */
  get unwritten(): number {
    return this.#pending.reduce((sum, { commits }) => sum + commits, 0);
  }

  get durableTs(): Timestamp {
    return this.#durableTs;
  }

  /** Changes when batches reached the disk or were withdrawn. */
  get epoch(): number {
    return this.#epoch;
  }

  get fault(): StorageError | null {
    return this.#fault;
  }

  /** Makes a commit visible and sends it on its way. */
  add(
    ts: Timestamp,
    changes: readonly DocumentChange[],
    answer: AnsweredRequest | undefined,
  ): void {
    this.#open().add(ts, changes, answer);
    // At the end of this turn of promises: mutations that are run together are written together.
    if (!this.#sent && this.#pending.length === 1)
      queueMicrotask(() => this.#send());
  }

  /** @throws StorageError `disk` when the commit was withdrawn. */
  async whenDurable(ts: Timestamp): Promise<void> {
    if (this.#withdrawn.some(([first, last]) => first <= ts && ts <= last))
      throw new StorageError("disk", "The commit was refused by the disk.");
    if (ts <= this.#durableTs) return;
    const batch = this.#pending.find(({ lastTs }) => ts <= lastTs);
    if (!batch) throw new Error(`No commit has timestamp ${ts} yet`);
    await batch.outcome;
  }

  /** Waits until every commit is on disk or withdrawn, then for nothing more. */
  async close(): Promise<void> {
    while (this.#pending.length > 0)
      await this.#pending.at(-1)?.outcome.catch(() => undefined);
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #open(): PendingWrites {
    const last = this.#pending.at(-1);
    if (last && last !== this.#sent && last.commits < MAX_BATCH) return last;
    const batch = new PendingWrites();
    this.#pending.push(batch);
    return batch;
  }

  #send(): void {
    const batch = this.#pending[0];
    if (this.#sent || !batch) return;
    this.#sent = batch;
    clearTimeout(this.#timer);
    this.#writer.request(batch.toBatch()).then(
      () => this.#written(batch),
      (error: unknown) => this.#refused(error),
    );
  }

  #written(batch: PendingWrites): void {
    this.#events.onDurable(batch);
    this.#pending.shift();
    this.#sent = null;
    this.#epoch++;
    this.#durableTs = batch.lastTs;
    batch.settle();
    if (this.#pending.length > 0) this.#send();
    else this.#later(QUIET, () => this.#writer.request({ kind: "checkpoint" }));
  }

  /** Takes back the refused batch and everything that was built on it. */
  #refused(error: unknown): void {
    const fault =
      error instanceof StorageError
        ? error
        : new StorageError("disk", "Writing failed.", error);
    const batches = this.#pending;
    const first = batches[0]?.firstTs ?? 0;
    const last = batches.at(-1)?.lastTs ?? 0;
    this.#withdrawn.push([first, last]);
    if (this.#withdrawn.length > MAX_WITHDRAWN) this.#withdrawn.shift();
    this.#pending = [];
    this.#sent = null;
    this.#epoch++;
    this.#fault = fault;
    // What is visible now is the state on disk, at a timestamp of its own.
    this.#durableTs = this.#clock.next([]);
    const changes = batches.flatMap((batch) => batch.changes);
    this.#events.onWithdrawn(writeSetOf(this.#durableTs, changes));
    for (const batch of batches) batch.settle(fault);
    this.#later(RETRY, () => this.#retry());
  }

  /** Writes nothing but the time, to learn whether the disk takes writes again. */
  async #retry(): Promise<void> {
    try {
      await this.#writer.request({
        ...new PendingWrites().toBatch(),
        ts: this.#durableTs,
      });
      this.#fault = null;
    } catch {
      this.#later(RETRY, () => this.#retry());
    }
  }

  #later(delay: number, work: () => Promise<unknown>): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void work().catch(() => undefined), delay);
    this.#timer.unref();
  }
}
