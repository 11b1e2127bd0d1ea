/** An owner's rules for joining and booking, beside the weekly hours. */
import type { Infer } from "convex/values";
import { appError, refuse } from "../../base/rules/errors";
import { hoursOn, runsInto, type Hours } from "./hours";
import { isClockSpan } from "./profile";
import type { settingsValidator } from "./validators";
import type { Refused } from "../../base/rules/refusals";
import { daysBefore, isDay, nextDay } from "../../base/rules/timezones";

export type VisitRules = Pick<
  Infer<typeof settingsValidator>,
  "specialDays" | "walkInsOnlyWhenOpen" | "almostAt"
>;

export const newVisitRules: VisitRules = {
  specialDays: [],
  walkInsOnlyWhenOpen: false,
  almostAt: 2,
};

const MAX_SPECIAL_DAYS = 100;
/** With more people ahead, no turn is near. */
export const MAX_ALMOST_AT = 10;

export const visitRuleProblems = [
  "specialHoursInvalid",
  "specialDayTwice",
  "specialDaysTooMany",
] as const;

/** The cleaned rules, or what is wrong with them. @throws invalidInput for what our pages do not send */
export function checkVisitRules<Given extends VisitRules>(
  given: Given,
): { ok: true; rules: Given } | Refused<(typeof visitRuleProblems)[number]> {
  const { almostAt } = given;
  const isCount = Number.isInteger(almostAt);
  if (!isCount || almostAt < 0 || almostAt > MAX_ALMOST_AT) {
    throw appError("invalidInput");
  }
  const max = MAX_SPECIAL_DAYS;
  const isTooMany = given.specialDays.length > max;
  if (isTooMany) return refuse("specialDaysTooMany", { max });
  const seen = new Set<string>();
  for (const { day, hours } of given.specialDays) {
    if (!isDay(day)) throw appError("invalidInput");
    if (seen.has(day)) return refuse("specialDayTwice", { day });
    seen.add(day);
    if (hours !== null && !isClockSpan(hours)) {
      return refuse("specialHoursInvalid", { day });
    }
  }
  const specialDays = [...given.specialDays].sort((a, b) =>
    a.day < b.day ? -1 : 1,
  );
  return { ok: true, rules: { ...given, specialDays } };
}

/**
 * The first date from `today` on whose hours end after those of the next date begin, where one of the two has special
 * hours; null if there is none. Past dates stay stored, but no form shows them.
 */
export function overlappingDate(hours: Hours, today: string): string | null {
  const dates = hours.specialDays.flatMap(({ day }) => [
    daysBefore(day, 1),
    day,
  ]);
  const found = dates.find(
    (day) =>
      day >= today &&
      runsInto(hoursOn(hours, day), hoursOn(hours, nextDay(day))),
  );
  return found ?? null;
}
