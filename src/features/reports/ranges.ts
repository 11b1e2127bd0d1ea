/** Ranges of business days, 'YYYY-MM-DD' with both ends: the choices, their comparisons, and the parts of a query. */
import {
  addDays,
  differenceInCalendarDays,
  format,
  min,
  parseISO,
} from "date-fns";
import { PART_DAYS } from "../../../convex/reports/rules/sums";

export type Days = { from: string; to: string };
export const choices = ["today", "7", "30", "90", "own"] as const;
export type Choice = (typeof choices)[number];

/** Longest custom range: a year, so that every part loads quickly. */
export const MOST_DAYS = 366;
function plusDays(day: string, days: number): string {
  return dayOf(addDays(parseISO(day), days));
}

function dayOf(date: Date): string {
  return format(date, "yyyy-MM-dd");
}

export function lengthOf({ from, to }: Days): number {
  return differenceInCalendarDays(parseISO(to), parseISO(from)) + 1;
}

export function daysOf(choice: Exclude<Choice, "own">, today: string): Days {
  const length = choice === "today" ? 1 : Number(choice);
  return { from: plusDays(today, 1 - length), to: today };
}

export function daysBefore(days: Days): Days {
  const length = lengthOf(days);
  return { from: plusDays(days.from, -length), to: plusDays(days.from, -1) };
}

/** The parts of a range's query: today alone, because it changes all day, and the past in months, each loaded once. */
export function partsOf({ from, to }: Days, today: string): Days[] {
  if (from > to) return [];
  if (to >= today && from < today) {
    const past = { from, to: plusDays(today, -1) };
    return [...partsOf(past, today), { from: today, to }];
  }
  const end = min([addDays(parseISO(from), PART_DAYS - 1), parseISO(to)]);
  const part = { from, to: dayOf(end) };
  return [part, ...partsOf({ from: plusDays(part.to, 1), to }, today)];
}
