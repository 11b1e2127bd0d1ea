/** Items that are durable here but not yet in the archive, oldest first. */
import type { Followed } from "../../storage/journal/follower.ts";

type Waiting = { readonly item: Followed; readonly since: number };

export class ShippingQueue {
  #waiting: Waiting[] = [];
  #bytes = 0;

  /** Bytes of the records in it. */
  get bytes(): number {
    return this.#bytes;
  }

  /** When the first one came, by the caller's clock; null when empty. */
  get since(): number | null {
    return this.#waiting[0]?.since ?? null;
  }

  get items(): readonly Followed[] {
    return this.#waiting.map(({ item }) => item);
  }

  add(item: Followed, now: number): void {
    this.#waiting.push({ item, since: now });
    this.#bytes += sizeOf(item);
  }

  /** The first items, about this many bytes, and at least one. */
  first(bytes: number): Followed[] {
    let sum = 0;
    const enough = this.#waiting.findIndex(
      ({ item }) => (sum += sizeOf(item)) >= bytes,
    );
    const count = enough < 0 ? this.#waiting.length : enough + 1;
    return this.#waiting.slice(0, count).map(({ item }) => item);
  }

  /** Removes items. Some may have been given up meanwhile. */
  drop(items: readonly Followed[]): void {
    const gone = new Set(items);
    let count = 0;
    for (const { item } of this.#waiting) {
      if (!gone.has(item)) break;
      this.#bytes -= sizeOf(item);
      count++;
    }
    this.#waiting = this.#waiting.slice(count);
  }

  clear(): void {
    this.#waiting = [];
    this.#bytes = 0;
  }
}

function sizeOf(item: Followed): number {
  return item.kind === "record" ? item.bytes.length : 0;
}
