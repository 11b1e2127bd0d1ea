/** 'Turn in' of the waiting list: each person's remaining wait, as on their phone (product.md W5, W6, F5). */
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
import { minuteRange, timeOf } from "../../../lib/time/format";
import { dashboard } from "../../../strings/dashboard";
import { weekdayName } from "../../../strings/language/intl";
import type { Person } from "../types";

const { desk: strings } = dashboard;

export type Shop = Parameters<typeof openingFrom>[0] & {
  readonly notice: Notice | null;
};

/** One text per person, first in line first: "5–15 min", "after 09:00", "any moment", or empty. */
export function turnsIn(
  people: readonly Pick<Person, "joinedAt" | "scheduledTime">[],
  facts: WaitFacts,
  shop: Shop,
  now: number,
): readonly string[] {
  const ofShop = openingFrom(shop, now);
  const late = minutesLate(shop.notice, now);
  const isAfterwards = !ofShop.isOpen && isWorkedOff(now, facts.lastCallAt);
  const afterOpening = remembered((at) => after(at, now, shop.timezone));
  return people.map(({ joinedAt, scheduledTime }, index) => {
    const since = Math.max(joinedAt, scheduledTime ?? 0);
    // People who joined before closing are still called.
    const opening: Opening =
      isAfterwards && wasOpen(shop, since) ? { isOpen: true } : ofShop;
    const inTime = estimate(facts, index, now, opening);
    const isNext = index === 0 && opening.isOpen && inTime?.kind !== "paused";
    if (isNext && late === 0) return strings.anyMoment;
    return inWords(runningLate(inTime, late, now), afterOpening);
  });
}

/** Cached by shop and minute. Each call asks for a hundred people, and calendar arithmetic is slow. */
const known = new WeakMap<Shop, Map<number, boolean>>();

function wasOpen(shop: Shop, at: number): boolean {
  const minutes = known.get(shop) ?? new Map<number, boolean>();
  known.set(shop, minutes);
  const minute = Math.floor(at / MINUTE_MS);
  const isOpen = minutes.get(minute) ?? openingFrom(shop, at).isOpen;
  minutes.set(minute, isOpen);
  return isOpen;
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
): string {
  switch (found?.kind) {
    case undefined:
    case "paused":
      return "";
    case "next":
      return strings.anyMoment;
    case "afterOpening":
      return found.at === null ? "" : afterOpening(found.at);
    case "range":
      return found.low === 0
        ? strings.upTo(minuteRange(found.high))
        : minuteRange(found.low, found.high);
  }
}

function after(at: number, now: number, timeZone: string): string {
  const day = dayKey(at, timeZone);
  const time = timeOf(at, timeZone);
  if (day === dayKey(now, timeZone)) return strings.after(time);
  const weekday = weekdayName(new Date(`${day}T00:00:00Z`).getUTCDay());
  return strings.after(strings.onDay(weekday, time));
}
