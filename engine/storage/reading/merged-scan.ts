/**
 * Scans keys on disk with younger states laid over them. Between steps it holds only the key it has reached, so commits,
 * batches reaching the disk and withdrawals cannot make it miss or repeat one.
 */
import type { Key } from "../../values/json.ts";
import type { KeyOverrides, KeyRange, Order } from "../storage-types.ts";

export type ScanSource = {
  /** At most `limit` keys on disk from one end of a range. */
  readonly keys: (range: KeyRange, order: Order, limit: number) => Key[];
  /** Younger states, the youngest last. Requested again at each step. */
  readonly overlays: () => readonly (KeyOverrides | undefined)[];
  /** Changes when keys read from disk may be stale: batches reached the disk or were withdrawn. */
  readonly epoch: () => number;
};

/** Keys fetched at once: few for `first`, more for longer scans. */
const FIRST_CHUNK = 24;
const LAST_CHUNK = 512;

/** Keys in order, each present at the moment it is requested. */
export function* mergedScan(
  source: ScanSource,
  range: KeyRange,
  order: Order,
): IterableIterator<Key> {
  const chunks = new Chunks(source, range, order);
  let reached: Key | null = null;
  for (;;) {
    let next = chunks.peek(reached);
    let present = next !== null;
    for (const overlay of source.overlays()) {
      const found = overlay?.next(range, order, reached);
      if (!found) continue;
      // A younger state overrides an older one for the same key.
      if (
        next === null ||
        found.key === next ||
        isBefore(found.key, next, order)
      ) {
        next = found.key;
        present = found.present;
      }
    }
    if (next === null) return;
    reached = next;
    if (present) yield next;
  }
}

function isBefore(a: Key, b: Key, order: Order): boolean {
  return order === "asc" ? a < b : a > b;
}

/** The keys on disk, one chunk at a time. */
class Chunks {
  readonly #source: ScanSource;
  readonly #range: KeyRange;
  readonly #order: Order;
  #keys: readonly Key[] = [];
  #at = 0;
  #size = FIRST_CHUNK;
  #epoch = -1;
  #isLast = false;

  constructor(source: ScanSource, range: KeyRange, order: Order) {
    this.#source = source;
    this.#range = range;
    this.#order = order;
  }

  /** First key on disk beyond `reached`, null at the end. */
  peek(reached: Key | null): Key | null {
    if (this.#epoch !== this.#source.epoch()) this.#fetch(reached);
    for (;;) {
      const key = this.#keys[this.#at];
      if (key === undefined) {
        if (this.#isLast) return null;
        this.#fetch(reached);
      } else if (reached === null || isBefore(reached, key, this.#order)) {
        return key;
      } else {
        this.#at++;
      }
    }
  }

  #fetch(reached: Key | null): void {
    const { lower, upper } = this.#range;
    const rest: KeyRange =
      reached === null
        ? this.#range
        : this.#order === "asc"
          ? { lower: `${reached}\0`, upper }
          : { lower, upper: reached };
    this.#epoch = this.#source.epoch();
    this.#keys = this.#source.keys(rest, this.#order, this.#size);
    this.#at = 0;
    this.#isLast = this.#keys.length < this.#size;
    this.#size = Math.min(this.#size * 4, LAST_CHUNK);
  }
}
