/** Gives out commit timestamps. Persists nothing. */
import type { Timestamp } from "../../values/json.ts";
import type { DocumentWrite } from "../storage-types.ts";

/** The wall clock, in milliseconds since the epoch. A test passes its own. */
export type WallClock = () => number;

/** How far a document's creation time may advance the clock, in microseconds. Imported times must not advance it far. */
const MAX_PULL = 1_000_000;

export class CommitClock {
  /** Newest timestamp on disk when the clock started. */
  readonly found: Timestamp;
  readonly #now: WallClock;
  #last: Timestamp;

  /** @param persisted newest timestamp ever written; the wall clock may be behind it. Each start takes a new one. */
  constructor(persisted: Timestamp, now: WallClock) {
    this.#now = now;
    this.found = persisted;
    this.#last = Math.max(persisted + 1, Math.floor(now() * 1000));
  }

  get last(): Timestamp {
    return this.#last;
  }

  /**
   * The wall clock, but always later than the previous commit. Not before the creation time of a document in the commit either,
   * so that creation times never go back across a restart.
   */
  next(writes: readonly DocumentWrite[]): Timestamp {
    let ts = Math.max(this.#last + 1, Math.floor(this.#now() * 1000));
    const latest = ts + MAX_PULL;
    for (const { before, after } of writes) {
      if (before !== null || after === null) continue;
      const created = Math.ceil(after._creationTime * 1000);
      if (created > ts && created <= latest) ts = created;
    }
    this.#last = ts;
    return ts;
  }
}
