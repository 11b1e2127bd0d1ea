/**
 * The last commits, to tell whether a result that was right at one timestamp is still right at a later one.
 * A short window, not a history: what is no longer in it counts as changed.
 */
import type { WriteSet } from "../storage/storage-types.ts";
import type { ReadSet } from "../transactions/transaction-types.ts";
import type { Timestamp } from "../values/json.ts";

/** Commits remembered, and keys in all of them together: a commit may carry 16,000 documents. */
const MAX_COMMITS = 1024;
const MAX_KEYS = 200_000;

export class WriteLog {
  readonly #commits: WriteSet[] = [];
  #keys = 0;
  /** Everything up to and including this timestamp is forgotten. */
  #floor: Timestamp;

  constructor(now: Timestamp) {
    this.#floor = now;
  }

  push(commit: WriteSet): void {
    this.#commits.push(commit);
    this.#keys += size(commit);
    // Halving keeps the cost of forgetting constant per commit.
    if (this.#commits.length > MAX_COMMITS || this.#keys > MAX_KEYS)
      this.#forget(Math.ceil(this.#commits.length / 2));
  }

  /**
   * Timestamp of the first commit after `since` that touched `reads`, or null when there is none.
   * When the window no longer reaches back to `since`, the answer is the first moment that is in doubt.
   */
  firstOverlap(reads: ReadSet, since: Timestamp): Timestamp | null {
    if (since < this.#floor) return since + 1;
    // Almost always the result is as new as the last commit.
    let first = this.#commits.length;
    while (first > 0 && tsAt(this.#commits, first - 1) > since) first--;
    for (let i = first; i < this.#commits.length; i++) {
      const commit = this.#commits[i];
      if (commit !== undefined && reads.overlaps(commit)) return commit.ts;
    }
    return null;
  }

  #forget(count: number): void {
    for (const commit of this.#commits.splice(0, count)) {
      this.#floor = commit.ts;
      this.#keys -= size(commit);
    }
  }
}

function tsAt(commits: readonly WriteSet[], i: number): Timestamp {
  return commits[i]?.ts ?? 0;
}

function size(commit: WriteSet): number {
  let keys = commit.ids.size;
  for (const list of commit.keys.values()) keys += list.length;
  return keys;
}
