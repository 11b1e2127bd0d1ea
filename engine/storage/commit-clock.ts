/** Gives out timestamps of commits. Holds no persistence: storage starts it where the last run ended. */
import type { Timestamp } from "../values/json.ts";
import type { DocumentWrite } from "./storage-types.ts";

/** The wall clock, in milliseconds since the epoch. A test passes its own. */
export type WallClock = () => number;

/** How far a document's creation time may pull the clock, in microseconds: what an import brings must not. */
const MAX_PULL = 1_000_000;

export class CommitClock {
  /** Newest timestamp that was written down when it began. */
  readonly found: Timestamp;
  readonly #now: WallClock;
  #last: Timestamp;

  /** @param persisted newest timestamp ever written down; the wall clock may be behind it. A start has one of its own. */
  constructor(persisted: Timestamp, now: WallClock) {
    this.#now = now;
    this.found = persisted;
    this.#last = Math.max(persisted + 1, Math.floor(now() * 1000));
  }

  get last(): Timestamp {
    return this.#last;
  }

  /**
   * Timestamp of the next commit: the wall clock, but always later than the one before and not before the creation of a
   * document in it, so that creation times too never go back across a restart.
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
