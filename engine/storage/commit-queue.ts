/**
 * Commits on their way to the disk: which are visible already, which are durable, and what happens when the disk refuses.
 * One batch is on its way at a time; everything committed meanwhile is the next one. Reads nothing from disk.
 */
import type { Timestamp } from "../values/json.ts";
import type { CommitClock } from "./clock.ts";
import { type DocumentChange, footprintOf } from "./footprint.ts";
import { Layer } from "./layer.ts";
import { StorageError } from "./storage-error.ts";
import type { AnsweredRequest, CommitFootprint } from "./types.ts";
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

export type QueueEvents = {
  /** A layer is on disk; called before it is dropped. */
  readonly onDurable: (layer: Layer) => void;
  /** Commits were taken back. */
  readonly onWithdrawn: (footprint: CommitFootprint) => void;
};

export class CommitQueue {
  readonly #writer: Writer;
  readonly #clock: CommitClock;
  readonly #events: QueueEvents;
  /** Oldest first; the first one may be on its way. */
  #layers: Layer[] = [];
  #sent: Layer | null = null;
  #durableTs: Timestamp;
  #epoch = 0;
  #fault: StorageError | null = null;
  readonly #withdrawn: (readonly [first: Timestamp, last: Timestamp])[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(writer: Writer, clock: CommitClock, events: QueueEvents) {
    this.#writer = writer;
    this.#clock = clock;
    this.#events = events;
    this.#durableTs = clock.last;
  }

  /** Visible states that are not yet on disk, the youngest last. */
  get layers(): readonly Layer[] {
    return this.#layers;
  }

  get durableTs(): Timestamp {
    return this.#durableTs;
  }

  /** Changes when layers went down to the disk or were withdrawn. */
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
    if (!this.#sent && this.#layers.length === 1)
      queueMicrotask(() => this.#send());
  }

  /** @throws StorageError `disk` when the commit was withdrawn. */
  async whenDurable(ts: Timestamp): Promise<void> {
    if (this.#withdrawn.some(([first, last]) => first <= ts && ts <= last))
      throw new StorageError("disk", "The commit was refused by the disk.");
    if (ts <= this.#durableTs) return;
    const layer = this.#layers.find(({ lastTs }) => ts <= lastTs);
    if (!layer) throw new Error(`No commit has timestamp ${ts} yet`);
    await layer.outcome;
  }

  /** Waits until every commit is on disk or withdrawn, then for nothing more. */
  async close(): Promise<void> {
    while (this.#layers.length > 0)
      await this.#layers.at(-1)?.outcome.catch(() => undefined);
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #open(): Layer {
    const last = this.#layers.at(-1);
    if (last && last !== this.#sent && last.commits < MAX_BATCH) return last;
    const layer = new Layer();
    this.#layers.push(layer);
    return layer;
  }

  #send(): void {
    const layer = this.#layers[0];
    if (this.#sent || !layer) return;
    this.#sent = layer;
    clearTimeout(this.#timer);
    this.#writer.request(layer.toBatch()).then(
      () => this.#written(layer),
      (error: unknown) => this.#refused(error),
    );
  }

  #written(layer: Layer): void {
    this.#events.onDurable(layer);
    this.#layers.shift();
    this.#sent = null;
    this.#epoch++;
    this.#durableTs = layer.lastTs;
    layer.settle();
    if (this.#layers.length > 0) this.#send();
    else this.#later(QUIET, () => this.#writer.request({ kind: "checkpoint" }));
  }

  /** Takes back the refused batch and everything that was built on it. */
  #refused(error: unknown): void {
    const fault =
      error instanceof StorageError
        ? error
        : new StorageError("disk", "Writing failed.", error);
    const layers = this.#layers;
    const first = layers[0]?.firstTs ?? 0;
    const last = layers.at(-1)?.lastTs ?? 0;
    this.#withdrawn.push([first, last]);
    if (this.#withdrawn.length > MAX_WITHDRAWN) this.#withdrawn.shift();
    this.#layers = [];
    this.#sent = null;
    this.#epoch++;
    this.#fault = fault;
    // What is visible now is the state on disk, at a timestamp of its own.
    this.#durableTs = this.#clock.next([]);
    const changes = layers.flatMap((layer) => layer.changes);
    this.#events.onWithdrawn(footprintOf(this.#durableTs, changes));
    for (const layer of layers) layer.settle(fault);
    this.#later(RETRY, () => this.#retry());
  }

  /** Writes nothing but the time, to learn whether the disk takes writes again. */
  async #retry(): Promise<void> {
    try {
      await this.#writer.request({
        ...new Layer().toBatch(),
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
