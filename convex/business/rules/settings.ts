/** All of an owner's settings in one form: profile, joining, booking, and the line's rules. product.md F1 */
import type { Infer } from "convex/values";
import { isCountry } from "../../base/rules/country";
import { appError } from "../../base/rules/errors";
import { checkProfile, profileProblems } from "./profile";
import { isTimezone } from "../../base/rules/timezones";
import { checkVisitRules, visitRuleProblems } from "./visitRules";
import type { settingsValidator } from "./validators";

export type Settings = Infer<typeof settingsValidator>;

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
