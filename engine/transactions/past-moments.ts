/**
 * The state at a past moment. Keeps what commits replaced, from the first request for a moment until no reader can come back to
 * one. Restores it for readers of a moment.
 * Which moments there are: SnapshotManager of get-convex/convex-backend (crates/database/src/snapshot_manager.rs).
 */
import type { DocumentWrite } from "../storage/storage-types.ts";
import { documentSize } from "../values/documents.ts";
import type { Timestamp } from "../values/json.ts";

/** A document as a commit found it. The commit's result is not kept. */
export type Replaced = Pick<DocumentWrite, "table" | "id" | "before">;

/** How long a moment can be read after the next one, in µs, and bytes of replaced documents kept at most. */
const WINDOW = 30_000_000;
const MAX_BYTES = 16 << 20;
/** Counted per write, beside the document that it replaced: a reader goes back over each of them, some 16,000 at most. */
const WRITE_BYTES = 1024;

type Commit = {
  readonly ts: Timestamp;
  readonly replaced: readonly Replaced[];
  readonly bytes: number;
  next: Commit | null;
};

/** A reader at a past moment. */
export type PastReader = {
  readonly beginTs: Timestamp;
  /** Commits were made after that moment: this restores what they replaced. */
  rewind(replaced: readonly Replaced[]): void;
  isStale: boolean;
};

export class PastMoments {
  /** A linked list of commits: an array would be moved for each one removed from its front. */
  #oldest: Commit | null = null;
  #newest: Commit | null = null;
  #bytes = 0;
  /** The first moment that can be read; null while nothing is kept. */
  #first: Timestamp | null = null;
  #asked: Timestamp = 0;
  readonly #readers = new Set<PastReader>();

  /** From now on `newest`, the present moment, can be read. */
  keep(newest: Timestamp): void {
    this.#first ??= newest;
    this.#asked = newest;
  }

  push(ts: Timestamp, writes: readonly DocumentWrite[]): void {
    if (this.#first === null && this.#readers.size === 0) return;
    let bytes = 0;
    const replaced = writes.map(({ table, id, before }): Replaced => {
      bytes += WRITE_BYTES + (before === null ? 0 : documentSize(before));
      return { table, id, before };
    });
    for (const reader of this.#readers) reader.rewind(replaced);
    if (this.#first === null) return;
    const commit: Commit = { ts, replaced, bytes, next: null };
    if (this.#newest) this.#newest.next = commit;
    else this.#oldest = commit;
    this.#newest = commit;
    this.#bytes += bytes;
    while (
      this.#oldest &&
      (this.#oldest.ts < ts - WINDOW || this.#bytes > MAX_BYTES)
    ) {
      this.#first = this.#oldest.ts;
      this.#bytes -= this.#oldest.bytes;
      this.#oldest = this.#oldest.next;
    }
    this.#newest = this.#oldest && commit;
    if (this.#first > this.#asked) this.forget();
  }

  /** Rewinds a reader to its moment and keeps it there. @returns null when that moment can no longer be read */
  open<Reader extends PastReader>(reader: Reader): Reader | null {
    if (this.#first === null || reader.beginTs < this.#first) return null;
    for (let commit = this.#oldest; commit; commit = commit.next)
      if (commit.ts > reader.beginTs) reader.rewind(commit.replaced);
    this.#readers.add(reader);
    return reader;
  }

  /** Keeps a reader at the present moment. */
  stay<Reader extends PastReader>(reader: Reader): Reader {
    this.#readers.add(reader);
    return reader;
  }

  close(reader: PastReader): void {
    this.#readers.delete(reader);
  }

  /** Ends all past moments, for current readers too. */
  forget(): void {
    for (const reader of this.#readers) reader.isStale = true;
    this.#readers.clear();
    this.#oldest = this.#newest = null;
    this.#bytes = 0;
    this.#first = null;
  }
}
