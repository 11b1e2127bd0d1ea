/** A customer's wait in words. Its length comes from convex/queue/rules/waitEstimate. */
import { dayKey } from "../../../convex/base/rules/timezones";
import type { Estimate } from "../../../convex/queue/rules/waitEstimate";
import { customers } from "../../strings/customers";
import { weekdayName } from "../../strings/language/intl";
import { dayOf, minuteRange, timeOf } from "./format";

const strings = customers.wait;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Never "0 min", which would be a promise. Null without an estimate. */
export function estimateWords(
  found: Estimate,
  { now, timezone }: { now: number; timezone: string },
): string | null {
  switch (found?.kind) {
    case undefined:
      return null;
    case "next":
      return found.isLate ? strings.late : strings.now;
    case "range":
      return rangeWords(found);
    case "paused":
      return found.until === null
        ? strings.paused
        : strings.pausedUntil(timeOf(found.until, timezone));
    case "afterOpening": {
      const opening = openingWords(found.at, now, timezone);
      return found.range === null
        ? opening
        : strings.aboutAfter(rangeWords(found.range), opening);
    }
  }
}

/** "up to 10 min". */
export function upTo(most: number): string {
  return strings.upTo(minuteRange(most));
}

function rangeWords(props: { low: number; high: number }): string {
  const { low, high } = props;
  return low === 0 ? upTo(high) : strings.about(minuteRange(low, high));
}

function openingWords(
  at: number | null,
  now: number,
  timezone: string,
): string {
  if (at === null) return strings.afterOpening;
  const time = timeOf(at, timezone);
  const date = Date.parse(dayKey(at, timezone));
  const days = (date - Date.parse(dayKey(now, timezone))) / DAY_MS;
  if (days === 0) return strings.afterOpeningAt(time);
  if (days === 1) return strings.afterOpeningTomorrow(time);
  const day =
    days < 7 ? weekdayName(new Date(date).getUTCDay()) : dayOf(date, "UTC");
  return strings.afterOpeningOn(day, time);
}
