/** A sorted list of keys that are present or gone, laid over an older state. */
import type { Key } from "../../values/json.ts";
import type { KeyOverrides, KeyRange, Order } from "../storage-types.ts";

/** Few keys compared with the state below, so they are in one sorted array. */
export class SortedOverrides implements KeyOverrides {
  readonly #present: Map<Key, boolean>;
  readonly #keys: Key[];

  /** @param all in any order, the last of equal keys counting. Setting many one by one would move the array each time. */
  constructor(all: Iterable<readonly [Key, boolean]> = []) {
    this.#present = new Map(all);
    this.#keys = [...this.#present.keys()].sort();
  }

  /** Keys in order, with whether they are present. */
  *entries(): IterableIterator<{
    readonly key: Key;
    readonly present: boolean;
  }> {
    for (const key of this.#keys)
      yield { key, present: this.#present.get(key) === true };
  }

  set(key: Key, present: boolean): void {
    if (!this.#present.has(key)) {
      const last = this.#keys.at(-1);
      // Creation times and counters come in order: most keys belong at the end.
      if (last === undefined || last < key) this.#keys.push(key);
      else this.#keys.splice(this.#firstAtLeast(key), 0, key);
    }
    this.#present.set(key, present);
  }

  next(
    range: KeyRange,
    order: Order,
    after: Key | null,
  ): { readonly key: Key; readonly present: boolean } | null {
    if (this.#keys.length === 0) return null;
    const key =
      order === "asc"
        ? this.#keyAbove(range, after)
        : this.#keyBelow(range, after);
    return key === undefined
      ? null
      : { key, present: this.#present.get(key) === true };
  }

  #keyAbove({ lower, upper }: KeyRange, after: Key | null): Key | undefined {
    let at = this.#firstAtLeast(after === null ? lower : after);
    if (after !== null && this.#keys[at] === after) at++;
    const key = this.#keys[at];
    return key !== undefined && (upper === null || key < upper)
      ? key
      : undefined;
  }

  #keyBelow({ lower, upper }: KeyRange, after: Key | null): Key | undefined {
    const end = after ?? upper;
    const at = end === null ? this.#keys.length : this.#firstAtLeast(end);
    const key = this.#keys[at - 1];
    return key !== undefined && key >= lower ? key : undefined;
  }

  #firstAtLeast(key: Key): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] ?? "") < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
