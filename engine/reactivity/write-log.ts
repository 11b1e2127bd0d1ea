/**
 * The last commits, to check whether a result of one timestamp is still valid at a later one. Older commits are
 * forgotten; results from before count as changed.
 */
import type { WriteSet } from "../storage/storage-types.ts";
import type { ReadSet } from "../transactions/transaction-types.ts";
import type { Timestamp } from "../values/json.ts";

/** Limits of commits, and of keys in all of them: a commit may have 16,000 documents. */
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
    // Dropping half at a time keeps the cost per commit constant.
    if (this.#commits.length > MAX_COMMITS || this.#keys > MAX_KEYS)
      this.#forget(Math.ceil(this.#commits.length / 2));
  }

  /**
   * Timestamp of the first commit after `since` that touched `reads`, or null when there is none. If commits after
   * `since` are forgotten, returns the first unknown timestamp.
   */
  firstOverlap(reads: ReadSet, since: Timestamp): Timestamp | null {
    if (since < this.#floor) return since + 1;
    // Search from the end: the result is almost always as new as the last commit.
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
