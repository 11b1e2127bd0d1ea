/**
 * Frames of Transitions, shared by all sockets with the same version and the same news. Keeps about as many as one
 * commit makes; comparing is cheaper than hashing.
 */
import type { Outcome } from "../reactivity/live-query.ts";
import type { Timestamp } from "../values/json.ts";
import { textFrame } from "./frame.ts";
import {
  queryResultText,
  transitionText,
  type StateVersion,
} from "./server-messages.ts";

/** One query id and its new result. */
export interface News {
  readonly queryId: number;
  readonly query: { readonly outcome: Outcome | null };
}

/** One Transition, ready to send: the only way from `start` to `end`. */
export type Step = {
  readonly start: StateVersion;
  readonly end: StateVersion;
  readonly frame: Buffer;
};

type Remembered = Step & {
  readonly queryIds: readonly number[];
  readonly outcomes: readonly (Outcome | null)[];
};

const CAPACITY = 8;

export class TransitionFrames {
  readonly #remembered: Remembered[] = [];
  #next = 0;

  /**
   * Takes a socket from `start` to these versions with exactly these results. Sockets that make the same step get the
   * same objects, so that comparing their next versions compares references.
   */
  step(
    start: StateVersion,
    querySet: number,
    identity: number,
    ts: Timestamp,
    news: readonly News[],
  ): Step {
    for (const known of this.#remembered) {
      const { end } = known;
      if (
        end.ts === ts &&
        end.querySet === querySet &&
        end.identity === identity &&
        sameVersion(known.start, start) &&
        sameNews(known, news)
      )
        return known;
    }
    return this.#build(start, { querySet, identity, ts }, news);
  }

  /** Frames can be as large as results, so they are kept only briefly. */
  clear(): void {
    this.#remembered.length = 0;
    this.#next = 0;
  }

  #build(start: StateVersion, end: StateVersion, news: readonly News[]): Step {
    const text = transitionText(start, end, newsTexts(news), null);
    const step = {
      start,
      end,
      frame: textFrame(text),
      queryIds: news.map(({ queryId }) => queryId),
      outcomes: news.map(({ query }) => query.outcome),
    };
    this.#remembered[this.#next] = step;
    this.#next = (this.#next + 1) % CAPACITY;
    return step;
  }
}

export function newsTexts(news: readonly News[]): string[] {
  return news.flatMap(({ queryId, query: { outcome } }) =>
    outcome === null ? [] : [queryResultText(queryId, outcome)],
  );
}

function sameVersion(a: StateVersion, b: StateVersion): boolean {
  return (
    a === b ||
    (a.ts === b.ts && a.querySet === b.querySet && a.identity === b.identity)
  );
}

function sameNews(known: Remembered, news: readonly News[]): boolean {
  if (known.queryIds.length !== news.length) return false;
  for (let i = 0; i < news.length; i++) {
    const item = news[i];
    if (
      item === undefined ||
      known.outcomes[i] !== item.query.outcome ||
      known.queryIds[i] !== item.queryId
    )
      return false;
  }
  return true;
}
