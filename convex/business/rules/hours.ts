/** Opening hours of a business: their form and default. */
import { v, type Infer } from "convex/values";
import { weekdayOf } from "../../base/rules/timezones";

/** One day's hours; null: closed. Times are 'HH:mm' on the business's clock. */
const dayHours = v.nullable(v.object({ start: v.string(), end: v.string() }));
export type DayHours = Infer<typeof dayHours>;

/** Keyed by weekday, 0 = Sunday. */
export const operatingHoursValidator = v.object({
  "0": dayHours,
  "1": dayHours,
  "2": dayHours,
  "3": dayHours,
  "4": dayHours,
  "5": dayHours,
  "6": dayHours,
});
export type OperatingHours = Infer<typeof operatingHoursValidator>;

/** Dates with their own hours, such as holidays; `day` is 'YYYY-MM-DD' in the business's zone. */
const specialDayValidator = v.object({ day: v.string(), hours: dayHours });
export const specialDaysValidator = v.array(specialDayValidator);
export type SpecialDay = Infer<typeof specialDayValidator>;

export type Hours = {
  operatingHours: OperatingHours;
  specialDays: readonly SpecialDay[];
};

/** The hours of one date: its special hours, or those of its weekday. */
export function hoursOn(
  { operatingHours, specialDays }: Hours,
  day: string,
): DayHours {
  const special = specialDays.find((other) => other.day === day);
  const weekday = String(weekdayOf(day)) as keyof OperatingHours;
  return special === undefined ? operatingHours[weekday] : special.hours;
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
