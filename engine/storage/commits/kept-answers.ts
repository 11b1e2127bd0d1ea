/**
 * Decides which answers of mutations are kept, so that they cannot fill the disk. Deleting is in batch-writer.ts. The network
 * of an answer is forgotten with the process.
 *
 * Kept are answers of the last day: the newest 5,000 of each network, and the newest 100,000 or 64 Mi characters in total. A
 * client asks again as soon as it has a connection, and for its last request.
 */
import type { Timestamp } from "../../values/json.ts";

export type AnswerLimits = {
  /** How long an answer is kept at most, in microseconds. */
  readonly life: number;
  readonly perNetwork: number;
  readonly count: number;
  /** Characters of results and log lines. */
  readonly size: number;
};

export const ANSWER_LIMITS: AnswerLimits = {
  life: 24 * 3600 * 1e6,
  perNetwork: 5_000,
  count: 100_000,
  size: 64 << 20,
};

type Kept = { readonly ts: Timestamp; readonly size: number };

export class KeptAnswers {
  readonly #limits: AnswerLimits;
  /** Oldest first. */
  readonly #all = new Queue<Kept>();
  readonly #ofNetwork = new Map<string, Queue<Timestamp>>();
  #size = 0;
  #floor: Timestamp = 0;
  #newest: Timestamp = 0;

  constructor(limits: AnswerLimits = ANSWER_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Adds an answer newer than all before; a repeated one changes nothing.
   * @param network where it came from; null when unknown, as for one found at start.
   * @returns the timestamp of one of the same network that it displaces, null if there is none.
   */
  add(ts: Timestamp, size: number, network: string | null): Timestamp | null {
    if (ts <= this.#newest) return null;
    this.#newest = ts;
    this.#all.push({ ts, size });
    this.#size += size;
    while (
      this.#all.length > this.#limits.count ||
      this.#size > this.#limits.size
    ) {
      const oldest = this.#all.shift();
      if (oldest === undefined) break;
      this.#size -= oldest.size;
      this.#floor = oldest.ts;
    }
    return network === null ? null : this.#count(network, ts);
  }

  /** Everything up to and including this timestamp may be deleted. */
  floorAt(now: Timestamp): Timestamp {
    return Math.max(this.#floor, now - this.#limits.life);
  }

  #count(network: string, ts: Timestamp): Timestamp | null {
    // No more networks than answers: beyond that, the limit for all answers holds.
    if (this.#ofNetwork.size > this.#limits.count) this.#ofNetwork.clear();
    const known = this.#ofNetwork.get(network);
    if (known === undefined) {
      const queue = new Queue<Timestamp>();
      queue.push(ts);
      this.#ofNetwork.set(network, queue);
      return null;
    }
    known.push(ts);
    return known.length > this.#limits.perNetwork
      ? (known.shift() ?? null)
      : null;
  }
}

/** First in, first out, at constant cost: shifting an array moves all of it. */
class Queue<T> {
  #items: T[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#head++;
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}
