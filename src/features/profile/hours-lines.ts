/** The week's opening hours in few lines. */
import type {
  DayHours,
  OperatingHours,
} from "../../../convex/business/rules/hours";
import { readingOf } from "../../lib/time/format";
import { setup as strings } from "../../strings/setup";
import { weekdays } from "./weekdays";

const [sunday, ...others] = weekdays;
const mondayFirst = [...others, ...(sunday === undefined ? [] : [sunday])];

export function isSameDay(one: DayHours, other: DayHours): boolean {
  return one?.start === other?.start && one?.end === other?.end;
}

/** "Monday to Saturday, 09:00–17:00": equal days that follow each other are one line, closed days none. */
export function hoursLines(week: OperatingHours): string[] {
  const spans: { first: string; last: string; hours: DayHours }[] = [];
  for (const { key, name } of mondayFirst) {
    const hours = week[key];
    const span = spans.at(-1);
    if (span && isSameDay(span.hours, hours)) span.last = name;
    else spans.push({ first: name, last: name, hours });
  }
  return spans.flatMap(({ first, last, hours }) => {
    if (hours === null) return [];
    const [start, end] = [readingOf(hours.start), readingOf(hours.end)];
    return [strings.openOn(strings.days(first, last), start, end)];
  });
}
