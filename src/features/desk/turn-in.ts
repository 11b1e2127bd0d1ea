/** 'Turn in' of the waiting list: how long each person still waits, as their phone says it (product.md W5, W6, F5), in few words. */
import {
  minutesLate,
  runningLate,
  type Notice,
} from "../../../convex/model/notice";
import { openingForWaiting, openingFrom } from "../../../convex/model/opening";
import { dayKey } from "../../../convex/model/timezones";
import {
  estimate,
  type Estimate,
  type WaitFacts,
} from "../../../convex/model/waitEstimate";
import { minuteRange, timeOf } from "../../lib/format";
import { dashboard } from "../../texts/dashboard";
import { weekdayName } from "../../texts/intl";
import type { Person } from "./types";

const { desk: texts } = dashboard;

/** When the shop is open, and whether it has said that it is late. */
export type Shop = Parameters<typeof openingForWaiting>[0] & {
  readonly notice: Notice | null;
};

/** Of each of them, who comes next first: "5–15 min", "after 09:00", "any moment"; empty where nothing can be said. */
export function turnsIn(
  people: readonly Pick<Person, "joinedAt" | "scheduledTime">[],
  facts: WaitFacts,
  shop: Shop,
  now: number,
): readonly string[] {
  const ofShop = openingFrom(shop, now);
  const late = minutesLate(shop.notice, now);
  return people.map(({ joinedAt, scheduledTime }, index) => {
    const since = Math.max(joinedAt, scheduledTime ?? 0);
    // Whoever came before closing is called all the same: asked only then, a calendar for each of a hundred takes its time.
    const opening = ofShop.isOpen
      ? ofShop
      : openingForWaiting(shop, now, since, facts.lastCallAt);
    const inTime = estimate(facts, index, now, opening);
    const isNext = index === 0 && opening.isOpen && inTime?.kind !== "paused";
    if (isNext && late === 0) return texts.anyMoment;
    return inWords(runningLate(inTime, late, now), now, shop.timezone);
  });
}

function inWords(found: Estimate, now: number, timeZone: string): string {
  switch (found?.kind) {
    case undefined:
    case "paused":
      return "";
    case "next":
      return texts.anyMoment;
    case "afterOpening":
      return found.at === null ? "" : after(found.at, now, timeZone);
    case "range":
      return found.low === 0
        ? texts.upTo(minuteRange(found.high))
        : minuteRange(found.low, found.high);
  }
}

/** "after 09:00", on another day with its name. */
function after(at: number, now: number, timeZone: string): string {
  const day = dayKey(at, timeZone);
  const time = timeOf(at, timeZone);
  if (day === dayKey(now, timeZone)) return texts.after(time);
  const weekday = weekdayName(new Date(`${day}T00:00:00Z`).getUTCDay());
  return texts.after(texts.onDay(weekday, time));
}
