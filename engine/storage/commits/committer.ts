/**
 * Commits on their way to the disk: which are visible, which are durable, and what happens when the disk refuses. A batch is
 * durable when its record is in the journal. One batch is written at a time; commits made meanwhile form the next. Moving them
 * to the database is in write-behind.ts.
 */
import type { Timestamp } from "../../values/json.ts";
import type { CommitClock } from "./commit-clock.ts";
import { type DocumentChange, writeSetOf } from "./write-set.ts";
import { refusalOf } from "../database/disk-space.ts";
import type { HeldCommits } from "./held-commits.ts";
import { FailedSync, type Journal } from "../journal/journal.ts";
import { PendingWrites } from "./pending-writes.ts";
import { StorageError } from "../storage-error.ts";
import type { AnsweredRequest, WriteSet } from "../storage-types.ts";
import { WriteBehind } from "./write-behind.ts";
import type { WriterClient } from "../writer/writer-client.ts";

/** Commits per batch. More would only delay those in it. */
const MAX_BATCH = 1000;
/** Pause between retries on a faulty disk, in ms. */
const RETRY = 500;
/** Withdrawn ranges remembered for late callers. */
const MAX_WITHDRAWN = 256;

/** The parts of journal and writer that the committer needs. */
export type CommitterParts = {
  readonly journal: Pick<Journal, "newest" | "hasRoom" | "write" | "sync">;
  readonly writer: Pick<WriterClient, "request">;
  readonly clock: CommitClock;
  /** Commits kept in memory before they are moved into the database. */
  readonly keptCommits?: number | undefined;
  /** Commits from the journal that the database had no room for at the start. */
  readonly held?: HeldCommits | null;
};

export type CommitterEvents = {
  /** Commits are in the database. Called before they are dropped from memory. */
  readonly onWritten: (batch: PendingWrites) => void;
  readonly onWithdrawn: (writeSet: WriteSet) => void;
  /** The content of the disk is unknown: the process must end, and the next one reads it. */
  readonly onUnknown: (fault: StorageError) => void;
};

export class Committer {
  readonly #journal: CommitterParts["journal"];
  readonly #clock: CommitClock;
  readonly #events: CommitterEvents;
  readonly #behind: WriteBehind;
  /** Oldest first; the first one may be in flight. */
  #pending: PendingWrites[] = [];
  /** A pending batch in flight, or a trial of the disk. Nothing else is written until its fsync returns. */
  #sent: PendingWrites | null = null;
  #durableTs: Timestamp;
  #epoch = 0;
  #refusal: StorageError | null = null;
  #databaseFault: StorageError | null = null;
  readonly #withdrawn: (readonly [first: Timestamp, last: Timestamp])[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** An fsync failed: pending commits are never settled. */
  #isUnknown = false;

  constructor(parts: CommitterParts, events: CommitterEvents) {
    this.#journal = parts.journal;
    this.#clock = parts.clock;
    this.#events = events;
    this.#durableTs = parts.clock.last;
    this.#databaseFault = parts.held?.fault ?? null;
    this.#behind = new WriteBehind(parts.writer, parts.clock.last, {
      maxKept: parts.keptCommits,
      held: parts.held ?? null,
      onWritten: (moved) => {
        events.onWritten(moved);
        this.#epoch++;
        // There may be room for the next record now.
        this.#send();
      },
      onFault: (fault) => {
        this.#databaseFault = fault;
        if (fault && !this.#sent && this.#pending.length > 0)
          this.#refuse(fault);
      },
    });
  }

  /** The youngest value of `pick` in commits not yet in the database. */
  youngest<T>(pick: (batch: PendingWrites) => T | undefined): T | undefined {
    for (let i = this.#pending.length - 1; i >= 0; i--) {
      const batch = this.#pending[i];
      const found = batch && pick(batch);
      if (found !== undefined) return found;
    }
    const { kept, moving } = this.#behind;
    return pick(kept) ?? (moving ? pick(moving) : undefined);
  }

  /** All values of `pick` there, the youngest last. */
  all<T>(pick: (batch: PendingWrites) => T | undefined): T[] {
    const { kept, moving } = this.#behind;
    const found: T[] = [];
    const look = (batch: PendingWrites) => {
      const one = pick(batch);
      if (one !== undefined) found.push(one);
    };
    if (moving) look(moving);
    look(kept);
    for (const batch of this.#pending) look(batch);
    return found;
  }

  /** Commits that are not yet durable. */
  get unwritten(): number {
    return this.#pending.reduce((sum, { commits }) => sum + commits, 0);
  }

  get durableTs(): Timestamp {
    return this.#durableTs;
  }

  /** Changes when batches reach the database or are withdrawn. */
  get epoch(): number {
    return this.#epoch;
  }

  get fault(): StorageError | null {
    return this.#refusal ?? this.#databaseFault;
  }

  /** Makes a commit visible and queues it for the disk. */
  add(
    ts: Timestamp,
    changes: readonly DocumentChange[],
    answer: AnsweredRequest | undefined,
  ): void {
    this.#open().add(ts, changes, answer);
    // In a microtask, so that mutations that run together are written together.
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

  /**
   * Resolves when the commit and all before it are in the database, for direct access to it.
   * @throws StorageError `disk` when the commit was withdrawn; the database's fault when it refuses commits.
   */
  async whenWritten(ts: Timestamp): Promise<void> {
    await this.whenDurable(ts);
    await this.#behind.whenWritten();
  }

  /**
   * Waits until every commit is durable or withdrawn, then moves all into the database.
   * @returns whether all are there; otherwise they are in the journal.
   */
  async close(): Promise<boolean> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    while (!this.#isUnknown) {
      const last = this.#pending.at(-1) ?? this.#sent;
      if (!last) break;
      await last.outcome.catch(() => undefined);
    }
    return this.#behind.close().then(
      () => !this.#isUnknown,
      () => false,
    );
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
    if (this.#sent || !batch || this.#isUnknown) return;
    if (!this.#journal.hasRoom(this.#behind.writtenTs)) {
      if (this.#databaseFault) this.#refuse(this.#databaseFault);
      else this.#behind.move();
      return;
    }
    clearTimeout(this.#timer);
    this.#sent = batch;
    this.#record(batch).then(
      () => this.#durable(batch),
      (error: unknown) => {
        if (error instanceof StorageError) this.#refuse(error);
        else this.#giveUp(error);
      },
    );
  }

  /** @throws StorageError when the disk takes no record; another error when that is unknown. */
  async #record(batch: PendingWrites): Promise<void> {
    const { commits, firstTs } = batch;
    try {
      await this.#journal.write(batch.toBatch(), commits, firstTs);
    } catch (error) {
      throw error instanceof FailedSync ? error : refusalOf(error);
    }
    await this.#journal.sync();
  }

  #durable(batch: PendingWrites): void {
    this.#behind.add(batch, this.#journal.newest);
    this.#pending.shift();
    this.#sent = null;
    this.#durableTs = batch.lastTs;
    // A commit that is not refused meanwhile, such as of a new table, proves the disk as well as a trial.
    this.#refusal = null;
    batch.settle();
    if (this.#pending.length > 0) this.#send();
  }

  /** A failed fsync is never retried: the system may have dropped the data, and reports success then. */
  #giveUp(error: unknown): void {
    this.#isUnknown = true;
    this.#refusal = refusalOf(error, "unsynced");
    this.#events.onUnknown(this.#refusal);
  }

  /** Withdraws everything that is not durable. */
  #refuse(fault: StorageError): void {
    const batches = this.#pending;
    const first = batches[0]?.firstTs ?? 0;
    const last = batches.at(-1)?.lastTs ?? 0;
    this.#withdrawn.push([first, last]);
    // Guard untested: without it a list grows, and nothing else changes.
    if (this.#withdrawn.length > MAX_WITHDRAWN) this.#withdrawn.shift();
    this.#pending = [];
    this.#sent = null;
    this.#epoch++;
    this.#refusal = fault;
    // The visible state is now the one on disk, at a new timestamp.
    this.#durableTs = this.#clock.next([]);
    const changes = batches.flatMap((batch) => batch.changes);
    this.#events.onWithdrawn(writeSetOf(this.#durableTs, changes));
    for (const batch of batches) batch.settle(fault);
    this.#retryLater();
  }

  /** Writes only the time, to learn whether the disk takes writes again. */
  async #retry(): Promise<void> {
    if (!this.#journal.hasRoom(this.#behind.writtenTs)) {
      this.#retryLater();
      return;
    }
    const trial = new PendingWrites();
    trial.firstTs = trial.lastTs = this.#durableTs;
    this.#sent = trial;
    try {
      await this.#record(trial);
    } catch (error) {
      if (!(error instanceof StorageError)) {
        this.#giveUp(error);
        return;
      }
      this.#sent = null;
      trial.settle(error);
      // Commits that announce new tables.
      if (this.#pending.length > 0) this.#refuse(error);
      else this.#retryLater();
      return;
    }
    this.#behind.add(trial, this.#journal.newest);
    this.#sent = null;
    this.#refusal = null;
    trial.settle();
    this.#send();
  }

  #retryLater(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#retry(), RETRY);
    this.#timer.unref();
  }
}
