/** Opening hours of a business: their form and default. */
import type { Infer } from "convex/values";
import type {
  dayHours,
  operatingHoursValidator,
  specialDayValidator,
} from "./validators";
import { minutesOf, weekdayOf } from "../../base/rules/timezones";

export type DayHours = Infer<typeof dayHours>;

export type OperatingHours = Infer<typeof operatingHoursValidator>;

export type SpecialDay = Infer<typeof specialDayValidator>;

/** The hours of each date. */
export type Hours = {
  operatingHours: OperatingHours;
  specialDays: readonly SpecialDay[];
};

/** The hours of one date: its special hours, or those of its weekday. */
export function hoursOn(hours: Hours, day: string): DayHours {
  const special = hours.specialDays.find((other) => other.day === day);
  if (special !== undefined) return special.hours;
  return hours.operatingHours[String(weekdayOf(day)) as keyof OperatingHours];
}

export const DAY_MINUTES = 24 * 60;

/** Opening and closing in minutes since the day's midnight. A closing past DAY_MINUTES is on the next day. */
export function minutesOpen({ start, end }: NonNullable<DayHours>): {
  opens: number;
  closes: number;
} {
  const opens = minutesOf(start);
  const closes = minutesOf(end);
  if (closes <= opens) return { opens, closes: closes + DAY_MINUTES };
  // Before 24:00 was allowed, shops wrote 23:59 for it.
  const isLastMinute = closes === DAY_MINUTES - 1;
  return { opens, closes: isLastMinute ? DAY_MINUTES : closes };
}

/** Whether a day's hours end after midnight. */
export function endsNextDay(hours: DayHours): boolean {
  return hours !== null && minutesOpen(hours).closes > DAY_MINUTES;
}

/** The weekday on which an hour (0..23) of a business day falls: the next one after midnight. */
export function weekdayAt(
  operatingHours: OperatingHours,
  weekday: number,
  hour: number,
): number {
  const hours = operatingHours[String(weekday) as keyof OperatingHours];
  if (hours === null || !endsNextDay(hours)) return weekday;
  return hour * 60 < minutesOf(hours.start) ? (weekday + 1) % 7 : weekday;
}

/** Whether a day's hours run into those of the next day (product.md B5). */
export function runsInto(hours: DayHours, next: DayHours): boolean {
  if (hours === null || next === null) return false;
  const { closes } = minutesOpen(hours);
  return closes - DAY_MINUTES > minutesOpen(next).opens;
}

const nineToFive = { start: "09:00", end: "17:00" };

/** Monday to Friday 09:00 to 17:00 (product.md B5). */
export const defaultHours: OperatingHours = {
  "0": null,
  "1": nineToFive,
  "2": nineToFive,
  "3": nineToFive,
  "4": nineToFive,
  "5": nineToFive,
  "6": null,
};

export const DEFAULT_SLOT_MINUTES = 30;
