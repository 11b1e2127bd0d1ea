/** A customer's wait in words. Its length comes from convex/queue/rules/waitEstimate. */
import { dayKey } from "../../../convex/base/rules/timezones";
import type { ChairWord } from "../../../convex/business/rules/profile";
import type { Estimate } from "../../../convex/queue/rules/waitEstimate";
import { customers } from "../../strings/customers";
import { everyone } from "../../strings/everyone";
import {
  dayAhead,
  daysBetween,
  longMinutes,
  minuteRange,
  timeOf,
} from "./format";

const strings = customers.wait;
const MINUTE_MS = 60_000;

type Words = { now: number; timezone: string; chairWord: ChairWord };

/** Never "0 min", which would be a promise. Null without an estimate. */
export function estimateWords(
  found: Estimate,
  { now, timezone, chairWord }: Words,
): string | null {
  switch (found?.kind) {
    case undefined:
      return null;
    case "next":
      return found.isLate ? strings.late : strings.now;
    case "range":
      return rangeWords(found);
    case "noChair":
      return strings.noChair(chairWord);
    case "paused":
      return found.until === null
        ? strings.paused
        : strings.pausedUntil(timeOf(found.until, timezone));
    case "afterOpening":
      return openingWords(found, now, timezone);
  }
}

/** "up to 10 min". */
export function upTo(most: number): string {
  return strings.upTo(longMinutes(most));
}

function rangeWords(props: { low: number; high: number }): string {
  const { low, high } = props;
  return low === 0 ? upTo(high) : strings.about(minuteRange(low, high));
}

/** "about 10:00–10:35", "tomorrow about 10:00–10:35"; without a range "after opening at 09:00". */
function openingWords(
  { at, range }: Extract<Estimate, { kind: "afterOpening" }>,
  now: number,
  timezone: string,
): string {
  if (at === null) return strings.afterOpening;
  const timeAfter = (minutes: number) =>
    timeOf(at + minutes * MINUTE_MS, timezone);
  const time = timeAfter(0);
  const about =
    range &&
    strings.about(
      everyone.times.fromTo(timeAfter(range.low), timeAfter(range.high)),
    );
  const date = dayKey(at, timezone);
  const days = daysBetween(dayKey(now, timezone), date);
  if (days === 0) return about ?? strings.afterOpeningAt(time);
  if (days === 1) {
    return about === null
      ? strings.afterOpeningTomorrow(time)
      : strings.tomorrow(about);
  }
  const day = dayAhead(date, days);
  return about === null
    ? strings.afterOpeningOn(day, time)
    : strings.onDay(day, about);
}
