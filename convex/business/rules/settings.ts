/** All of an owner's settings in one form: profile, joining, booking, and the line's rules. product.md F1 */
import { v, type Infer } from "convex/values";
import { clockChoiceValidator } from "../../base/rules/clockValidators";
import { isCountry } from "../../base/rules/country";
import { appError } from "../../base/rules/errors";
import { checkProfile, profileProblems } from "./profile";
import { isTimezone } from "../../base/rules/timezones";
import { checkVisitRules, visitRuleProblems } from "./visitRules";
import {
  boardNamesValidator,
  operatingHoursValidator,
  specialDaysValidator,
  whenUnmarkedValidator,
} from "./validators";

export const settingsValidator = v.object({
  name: v.string(),
  phone: v.nullable(v.string()),
  description: v.nullable(v.string()),
  slotMinutes: v.number(),
  operatingHours: operatingHoursValidator,
  /** Holidays and other hours by date, sorted. */
  specialDays: specialDaysValidator,
  /** Customers join only in opening hours (product.md J6). */
  walkInsOnlyWhenOpen: v.boolean(),
  /** With this many people ahead, a phone shows 'almost your turn'; 0: never. */
  almostAt: v.number(),
  timezone: v.string(),
  /** ISO alpha-2, for phone numbers without a prefix and the form of dates and times; null if the time zone has no country. */
  country: v.nullable(v.string()),
  /** How times are written. */
  clock: clockChoiceValidator,
  /** What happens to a called person whom staff have not marked. */
  whenUnmarked: whenUnmarkedValidator,
  /** Minutes a called person has to come, before the desk asks or the person counts as a no-show. */
  graceMinutes: v.number(),
  /** What the display shows of people beside their numbers. */
  boardNames: boardNamesValidator,
});
export type Settings = Infer<typeof settingsValidator>;

/** What the first-run wizard asks for. */
export const profileValidator = settingsValidator.pick(
  ...(["name", "phone", "description"] as const),
  ...(["slotMinutes", "operatingHours"] as const),
);

/** The shortest and the longest time to come when called (product.md T5). */
export const MIN_GRACE_MINUTES = 3;
export const MAX_GRACE_MINUTES = 60;

export const settingsProblems = [
  ...profileProblems,
  ...visitRuleProblems,
  "specialHoursOverlap",
  "changedElsewhere",
] as const;

/** The cleaned settings, or a refusal. data/businesses.ts reads the phone number. @throws invalidInput */
export function checkSettings(given: Settings) {
  const profile = checkProfile(given);
  if (!profile.ok) return profile;
  const rules = checkVisitRules(given);
  if (!rules.ok) return rules;
  const { timezone, country, graceMinutes } = given;
  const isGood =
    isTimezone(timezone) &&
    (country === null || isCountry(country)) &&
    Number.isInteger(graceMinutes) &&
    graceMinutes >= MIN_GRACE_MINUTES &&
    graceMinutes <= MAX_GRACE_MINUTES;
  if (!isGood) throw appError("invalidInput");
  const settings = { ...rules.rules, ...profile.profile };
  return { ok: true as const, settings };
}
