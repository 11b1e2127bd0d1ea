/**
 * Intervals of keys read in one index, with fast lookup. Finished ones are disjoint and sorted. One that a scan still extends
 * stays separate.
 */
import type { KeyRange } from "../storage/storage-types.ts";
import type { Key } from "../values/json.ts";

/** An interval that grows with its scan. */
export type OpenRange = { lower: Key; upper: Key | null };

export class RangeSet {
  #finished: KeyRange[] = [];
  readonly #open = new Set<OpenRange>();

  get count(): number {
    return this.#finished.length + this.#open.size;
  }

  /** In no order. */
  all(): readonly KeyRange[] {
    if (this.#open.size === 0) return this.#finished;
    return [...this.#finished, ...this.#open];
  }

  has(key: Key): boolean {
    const range = this.#finished[this.#lastStartingAt(key)];
    if (range && isBelow(key, range.upper)) return true;
    for (const { lower, upper } of this.#open)
      if (key >= lower && isBelow(key, upper)) return true;
    return false;
  }

  start(range: OpenRange): void {
    this.#open.add(range);
  }

  /** Merges an interval that will no longer grow. */
  finish(range: OpenRange): void {
    this.#open.delete(range);
    if (!isBelow(range.lower, range.upper)) return;
    let { lower, upper } = range;
    let first = this.#lastStartingAt(lower);
    const before = this.#finished[first];
    if (before && !isBelow(before.upper, lower)) lower = before.lower;
    else first++;
    let end = first;
    for (;;) {
      const next = this.#finished[end];
      if (!next || (upper !== null && next.lower > upper)) break;
      if (upper !== null && isBelow(upper, next.upper)) upper = next.upper;
      end++;
    }
    this.#finished.splice(first, end - first, { lower, upper });
  }

  /** Position of the last finished interval that does not start after `key`; -1 when there is none. */
  #lastStartingAt(key: Key): number {
    let low = 0;
    let high = this.#finished.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#finished[middle]?.lower ?? "") <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Whether a key, or an end, is before an end; null is the end of everything. */
function isBelow(key: Key | null, end: Key | null): boolean {
  return key !== null && (end === null || key < end);
}
