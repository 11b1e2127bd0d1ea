/**
 * The state at a moment that is past, for a while: what commits replaced, kept from when somebody first asks for a moment
 * until nobody who asked can come back any more. While nobody asks nothing is kept.
 * Which moments there are: SnapshotManager of get-convex/convex-backend (crates/database/src/snapshot_manager.rs).
 */
import type { DocumentWrite } from "../storage/storage-types.ts";
import { documentSize } from "../values/documents.ts";
import type { Timestamp } from "../values/json.ts";

/** A document as a commit found it. What the commit made of it is not held on to. */
export type Replaced = Pick<DocumentWrite, "table" | "id" | "before">;

/** Time a moment can be read after the next one, µs, and bytes of replaced documents kept at most. */
const WINDOW = 30_000_000;
const MAX_BYTES = 16 << 20;
/** Counted for a write beside the document that it replaced. */
const WRITE_BYTES = 128;

type Commit = {
  readonly ts: Timestamp;
  readonly replaced: readonly Replaced[];
  readonly bytes: number;
};

/** Reads at a past moment. */
export type PastReader = {
  readonly beginTs: Timestamp;
  /** Commits were made after that moment: what they replaced is still there for this one. */
  rewind(replaced: readonly Replaced[]): void;
  /** The moment cannot be read any more. */
  isStale: boolean;
};

export class PastMoments {
  /** Oldest first. */
  #commits: Commit[] = [];
  #bytes = 0;
  /** The first moment that can be read; null while nothing is kept. */
  #first: Timestamp | null = null;
  /** The last moment that somebody asked for. */
  #asked: Timestamp = 0;
  readonly #readers = new Set<PastReader>();

  /** From now on the moment `newest`, which is the present one, can be read. */
  keep(newest: Timestamp): void {
    this.#first ??= newest;
    this.#asked = newest;
  }

  /** A commit was made. */
  push(ts: Timestamp, writes: readonly DocumentWrite[]): void {
    if (this.#first === null) return;
    let bytes = 0;
    const replaced = writes.map(({ table, id, before }): Replaced => {
      bytes += WRITE_BYTES + (before === null ? 0 : documentSize(before));
      return { table, id, before };
    });
    for (const reader of this.#readers) reader.rewind(replaced);
    this.#commits.push({ ts, replaced, bytes });
    this.#bytes += bytes;
    const count = this.#commits.findIndex(
      (commit) => !this.#mustGo(commit, ts),
    );
    this.#commits.splice(0, count < 0 ? this.#commits.length : count);
    if (this.#first > this.#asked) this.forget();
  }

  /** Brings a reader back to its moment and keeps it there. @returns whether that moment can be read */
  open(reader: PastReader): boolean {
    if (this.#first === null || reader.beginTs < this.#first) return false;
    for (const { ts, replaced } of this.#commits)
      if (ts > reader.beginTs) reader.rewind(replaced);
    this.#readers.add(reader);
    return true;
  }

  close(reader: PastReader): void {
    this.#readers.delete(reader);
  }

  /** No past moment can be read any more, by whoever is reading now neither. */
  forget(): void {
    for (const reader of this.#readers) reader.isStale = true;
    this.#readers.clear();
    this.#commits = [];
    this.#bytes = 0;
    this.#first = null;
  }

  /** Counts a commit out that is too old, or for which there is no room. */
  #mustGo({ ts, bytes }: Commit, newest: Timestamp): boolean {
    if (ts >= newest - WINDOW && this.#bytes <= MAX_BYTES) return false;
    this.#bytes -= bytes;
    this.#first = ts;
    return true;
  }
}
