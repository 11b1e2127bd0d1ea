/** 'Wait left' of the waiting list: each person's remaining wait, as on their phone (product.md W5, W6, F5). */
import {
  minutesLate,
  type Notice,
} from "../../../../convex/business/rules/notice";
import { runningLate } from "../../../../convex/queue/rules/runningLate";
import {
  isWorkedOff,
  openingFrom,
  type Opening,
} from "../../../../convex/business/rules/opening";
import { dayKey } from "../../../../convex/base/rules/timezones";
import {
  estimate,
  type Estimate,
  type WaitFacts,
} from "../../../../convex/queue/rules/waitEstimate";
import { MINUTE_MS } from "../../../../convex/queue/rules/waitSamples";
import type { ChairWord } from "../../../../convex/business/rules/profile";
import {
  dayAhead,
  daysBetween,
  longMinutes,
  minuteRange,
  rangeEnds,
  timeOf,
} from "../../../lib/time/format";
import { waitsSince } from "../../../lib/time/waits-since";
import { dashboard } from "../../../strings/dashboard";
import type { Person } from "../types";

const { desk: strings } = dashboard;

export type Shop = Parameters<typeof openingFrom>[0] & {
  readonly notice: Notice | null;
};

export type WaitLeft = {
  /** "5–15 min", "after 09:00", "any moment", or empty. */
  readonly column: string;
  /** The same in the line under a name: "5–15 left". */
  readonly line: string;
  /** The likeliest wait in minutes; null without one. */
  readonly minutes: number | null;
};

const same = (text: string, minutes: number | null = null): WaitLeft => ({
  column: text,
  line: text,
  minutes,
});

type Joined = Pick<Person, "joinedAt" | "scheduledTime">;

/** @returns the wait of a person at that place of the line; the first has 0 */
export function waitLeftIn(
  facts: WaitFacts,
  shop: Shop,
  now: number,
  chairWord: ChairWord = "chair",
): (person: Joined, index: number) => WaitLeft {
  const ofShop = openingAt(shop, now);
  const late = minutesLate(shop.notice, now);
  const isAfterwards = !ofShop.isOpen && isWorkedOff(now, facts.lastCallAt);
  const afterOpening = remembered((at) => after(at, now, shop.timezone));
  return (person, index) => {
    const since = waitsSince(person);
    // People who joined before closing are still called.
    const opening: Opening =
      isAfterwards && openingAt(shop, since).isOpen ? { isOpen: true } : ofShop;
    const inTime = estimate(facts, index, now, opening);
    const kind = inTime?.kind;
    // Said once, not in every row.
    if (kind === "noChair") {
      return same(index === 0 ? strings.noChair(chairWord) : "");
    }
    const isNext = index === 0 && opening.isOpen && kind !== "paused";
    if (isNext && late === 0) return same(strings.anyMoment, 0);
    return inWords(runningLate(inTime, late, now), afterOpening);
  };
}

/** Cached by shop and minute. Each call asks for a hundred people, and calendar arithmetic is slow. */
const known = new WeakMap<Shop, Map<number, Opening>>();

function openingAt(shop: Shop, at: number): Opening {
  const minutes = known.get(shop) ?? new Map<number, Opening>();
  known.set(shop, minutes);
  const minute = Math.floor(at / MINUTE_MS);
  const opening = minutes.get(minute) ?? openingFrom(shop, at);
  minutes.set(minute, opening);
  return opening;
}

function remembered(make: (at: number) => string): (at: number) => string {
  const made = new Map<number, string>();
  return (at) => {
    const words = made.get(at) ?? make(at);
    made.set(at, words);
    return words;
  };
}

function inWords(
  found: Estimate,
  afterOpening: (at: number) => string,
): WaitLeft {
  switch (found?.kind) {
    case undefined:
    case "paused":
    case "noChair":
      return same("");
    case "next":
      return same(strings.anyMoment, 0);
    case "afterOpening":
      return same(found.at === null ? "" : afterOpening(found.at));
    case "range": {
      const { low, high, p50 } = found;
      if (low === 0) return same(strings.upTo(longMinutes(high)), p50);
      const line = strings.left(...rangeEnds(low, high));
      return { column: minuteRange(low, high), line, minutes: p50 };
    }
  }
}

function after(at: number, now: number, timeZone: string): string {
  const date = dayKey(at, timeZone);
  const days = daysBetween(dayKey(now, timeZone), date);
  const time = timeOf(at, timeZone);
  return strings.after(
    days === 0 ? time : strings.onDay(dayAhead(date, days), time),
  );
}
