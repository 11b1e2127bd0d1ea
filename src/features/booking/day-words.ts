/** Words around the days: their months, the closed weekdays, and the time zone. */
import { zoneIn } from "../../../convex/base/rules/clock";
import type { OperatingHours } from "../../../convex/business/rules/hours";
import { firstWeekday, noonOf } from "../../lib/time/calendar-days";
import { timeOf } from "../../lib/time/format";
import { cityOf, localZone } from "../../lib/time/local-zone";
import { booking as strings } from "../../strings/booking";
import { listed, weekdayName } from "../../strings/language/intl";
import { pageLocale } from "../../strings/language/language";
import { shopWriting } from "../../strings/language/page-clock";

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

/** "November and December", of days in order. */
export function monthsOf(days: readonly string[]): string {
  const form = { month: "long", timeZone: "UTC" } as const;
  const month = new Intl.DateTimeFormat(pageLocale(), form);
  return listed([...new Set(days.map((day) => month.format(noonOf(day))))]);
}

/** "Closed on Saturdays and Sundays."; "" for a shop that never closes. */
export function closedWords(hours: OperatingHours): string {
  const first = firstWeekday();
  const closed = WEEK.map((day) => (first + day) % 7)
    .filter((day) => hours[String(day) as keyof OperatingHours] === null)
    .map((day) => strings.everyWeek(weekdayName(day)));
  return closed.length === 0 ? "" : strings.closedOn(listed(closed));
}

/** "Times are in London time (GMT)." where the device's clock differs then, else "". */
export function zoneWords(timezone: string, at: number): string {
  const here = localZone();
  if (timeOf(at, here) === timeOf(at, timezone)) return "";
  const zone = zoneIn(at, timezone, shopWriting());
  return strings.zone(cityOf(timezone), zone);
}
