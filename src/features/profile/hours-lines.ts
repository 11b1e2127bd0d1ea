/** The week's opening hours in few lines. */
import {
  endsNextDay,
  type DayHours,
  type OperatingHours,
} from "../../../convex/business/rules/hours";
import { MIDNIGHT } from "../../../convex/business/rules/profile";
import { readingOf } from "../../lib/time/format";
import { profile } from "../../strings/profile";
import { setup as strings } from "../../strings/setup";
import { weekdays } from "./weekdays";

const [sunday, ...others] = weekdays;
const mondayFirst = [...others, ...(sunday === undefined ? [] : [sunday])];

export function isSameDay(one: DayHours, other: DayHours): boolean {
  return one?.start === other?.start && one?.end === other?.end;
}

/** "Monday to Saturday" and its hours: equal days that follow each other. */
export function daySpans(
  week: OperatingHours,
): { days: string; hours: DayHours }[] {
  const spans: { first: string; last: string; hours: DayHours }[] = [];
  for (const { key, name } of mondayFirst) {
    const hours = week[key];
    const span = spans.at(-1);
    if (span && isSameDay(span.hours, hours)) span.last = name;
    else spans.push({ first: name, last: name, hours });
  }
  return spans.map(({ first, last, hours }) => ({
    days: strings.days(first, last),
    hours,
  }));
}

/** "09:00 to 17:00", "Open 24 hours", "18:00 to 02:00 the next day", "Closed". */
export function hoursWords(hours: DayHours): string {
  if (hours === null) return profile.closed;
  if (hours.start === "00:00" && hours.end === MIDNIGHT) return profile.allDay;
  const [start, end] = [readingOf(hours.start), readingOf(hours.end)];
  return endsNextDay(hours)
    ? profile.fromToNextDay(start, end)
    : profile.from(start, end);
}
