/** Closing times in a time field, which has no 24:00, and in words. */
import {
  endsNextDay,
  type DayHours,
} from "../../../convex/business/rules/hours";
import { isClockSpan, MIDNIGHT } from "../../../convex/business/rules/profile";
import { readingOf } from "../../lib/time/format";
import { setup as strings } from "../../strings/setup";

const IN_FIELD = "00:00";

/** A closing time as its field shows it. */
export function shownEnd(end: string): string {
  return end === MIDNIGHT ? IN_FIELD : end;
}

/** A typed closing time as it is stored. */
export function readEnd(typed: string): string {
  return typed === IN_FIELD ? MIDNIGHT : typed;
}

/** "until 02:00 the next day", "until midnight"; null where the end is plain, or the hours are invalid. */
export function endWords(hours: DayHours): string | null {
  if (hours === null || !isClockSpan(hours)) return null;
  if (endsNextDay(hours)) return strings.untilNextDay(readingOf(hours.end));
  return hours.end === MIDNIGHT ? strings.untilMidnight : null;
}
