/** Ranges of business days, 'YYYY-MM-DD' with both ends: the choices, their comparisons, and the parts of a query. */
import {
  differenceInCalendarDays,
  eachDayOfInterval,
  formatISO,
  parseISO,
  startOfISOWeek,
} from "date-fns";
import { daysBefore, nextDay } from "../../../convex/base/rules/timezones";
import { PART_DAYS } from "../../../convex/reports/rules/sums";

export type Days = { from: string; to: string };
/** Whole weeks begin on Monday; `this` is the week until now. */
export const choices = ["last", "this", "weeks", "own"] as const;
export type Choice = (typeof choices)[number];

/** Longest custom range: a year, so that every part loads quickly. */
export const MAX_DAYS = 366;
const WEEK = 7;

const dayOf = (date: Date) => formatISO(date, { representation: "date" });

export function lengthOf({ from, to }: Days): number {
  return differenceInCalendarDays(parseISO(to), parseISO(from)) + 1;
}

export function mondayOf(day: string): string {
  return dayOf(startOfISOWeek(parseISO(day)));
}

/** Last week, unless there is none: the shop began this week, or its plan does not show the whole week. */
export function firstChoice(
  began: string | null,
  today: string,
  isFull: boolean,
): Choice {
  return isFull && began !== null && began < mondayOf(today) ? "last" : "this";
}

export function daysOf(choice: Exclude<Choice, "own">, today: string): Days {
  const monday = mondayOf(today);
  if (choice === "this") return { from: monday, to: today };
  const weeks = choice === "last" ? 1 : 4;
  return { from: daysBefore(monday, weeks * WEEK), to: daysBefore(monday, 1) };
}

/** What a range is compared with: as many days before; for the week until now, the same days of last week. */
export function earlierThan(choice: Choice, days: Days): Days {
  const shift = choice === "this" ? WEEK : lengthOf(days);
  return { from: daysBefore(days.from, shift), to: daysBefore(days.to, shift) };
}

export function allDays({ from, to }: Days): string[] {
  if (from > to) return [];
  const interval = { start: parseISO(from), end: parseISO(to) };
  return eachDayOfInterval(interval).map(dayOf);
}

/** The parts of a range's query, each loaded once: the past in months, and `last` alone, as today changes all day. */
export function partsOf({ from, to }: Days, last: string): Days[] {
  if (from > to) return [];
  if (to >= last && from < last) {
    const past = { from, to: daysBefore(last, 1) };
    return [...partsOf(past, last), { from: last, to }];
  }
  const end = daysBefore(from, 1 - PART_DAYS);
  const part = { from, to: end < to ? end : to };
  return [part, ...partsOf({ from: nextDay(part.to), to }, last)];
}
