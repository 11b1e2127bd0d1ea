/**
 * Frames of Transitions, built once for all sockets that are at the same version and are told the same.
 * A handful is remembered, which is as many as one commit usually makes; comparing is cheaper than hashing.
 */
import type { Outcome } from "../reactivity/live-query.ts";
import { textFrame } from "./frame.ts";
import {
  queryResultText,
  transitionText,
  type StateVersion,
} from "./server-messages.ts";

/** One query id and what it is to hear. */
export interface News {
  readonly queryId: number;
  readonly query: { readonly outcome: Outcome | null };
}

type Remembered = {
  readonly start: StateVersion;
  readonly end: StateVersion;
  readonly queryIds: readonly number[];
  readonly outcomes: readonly Outcome[];
  readonly frame: Buffer;
};

const CAPACITY = 8;

export class TransitionFrames {
  readonly #remembered: Remembered[] = [];
  #next = 0;

  /** The frame that takes a socket from `start` to `end` with nothing but these results. */
  get(
    start: StateVersion,
    end: StateVersion,
    news: readonly News[],
  ): Buffer {
    for (const known of this.#remembered)
      if (
        sameVersion(known.start, start) &&
        sameVersion(known.end, end) &&
        sameNews(known, news)
      )
        return known.frame;
    return this.#build(start, end, news);
  }

  /** Frames can be as large as results: they are not kept beyond their moment. */
  clear(): void {
    this.#remembered.length = 0;
    this.#next = 0;
  }

  #build(
    start: StateVersion,
    end: StateVersion,
    news: readonly News[],
  ): Buffer {
    const queryIds: number[] = [];
    const outcomes: Outcome[] = [];
    for (const { queryId, query } of news) {
      if (query.outcome === null) continue;
      queryIds.push(queryId);
      outcomes.push(query.outcome);
    }
    const texts = newsTexts(news);
    const frame = textFrame(transitionText(start, end, texts, null));
    this.#remembered[this.#next] = { start, end, queryIds, outcomes, frame };
    this.#next = (this.#next + 1) % CAPACITY;
    return frame;
  }
}

export function newsTexts(news: readonly News[]): string[] {
  return news.flatMap(({ queryId, query: { outcome } }) =>
    outcome === null ? [] : [queryResultText(queryId, outcome)],
  );
}

function sameVersion(a: StateVersion, b: StateVersion): boolean {
  return (
    a.ts === b.ts && a.querySet === b.querySet && a.identity === b.identity
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
