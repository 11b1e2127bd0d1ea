/** Checks and cleans an owner's profile of the business. product.md B1, B5. */
import type { Infer } from "convex/values";
import type { chairWordValidator, profileValidator } from "./validators";
import { runsInto } from "./hours";
import { cleanText, MAX_DESCRIPTION } from "../../base/rules/names";
import { appError, refuse } from "../../base/rules/errors";
import { isPhoneLike } from "../../base/rules/typedPhone";
import type { Refused } from "../../base/rules/refusals";

export const SLOT_STEP = 5;
export const MAX_SLOT_MINUTES = 8 * 60;

export type Profile = Infer<typeof profileValidator>;
export type ChairWord = Infer<typeof chairWordValidator>;

const WEEKDAYS = ["0", "1", "2", "3", "4", "5", "6"] as const;

/** 'HH:mm'. */
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
/** The end of a day. */
export const MIDNIGHT = "24:00";

/** Whether these can be a day's hours (product.md B5). An end before the start is on the next day. */
export function isClockSpan({ start, end }: { start: string; end: string }) {
  const isEnd = CLOCK.test(end) || end === MIDNIGHT;
  return CLOCK.test(start) && isEnd && start !== end;
}

export const profileProblems = [
  "businessNameRequired",
  "slotMinutesInvalid",
  "slotMinutesStep",
  "hoursInvalid",
  "hoursOverlap",
] as const;
type ProfileProblem = (typeof profileProblems)[number];

/** The cleaned profile, or a refusal. data/businesses.ts reads the phone number. @throws phoneInvalid */
export function checkProfile(
  given: Profile,
): { ok: true; profile: Profile } | Refused<ProfileProblem> {
  const name = cleanText(given.name);
  if (name === null) return refuse("businessNameRequired");
  const { phone, slotMinutes, operatingHours } = given;
  // Guard untested: for browsers, whose tests have it. On the server the number was read before.
  if (phone !== null && !isPhoneLike(phone)) throw appError("phoneInvalid");
  if (!(slotMinutes > 0)) return refuse("slotMinutesInvalid");
  if (slotMinutes % SLOT_STEP !== 0 || slotMinutes > MAX_SLOT_MINUTES) {
    return refuse("slotMinutesStep");
  }
  for (const key of WEEKDAYS) {
    const hours = operatingHours[key];
    if (hours !== null && !isClockSpan(hours)) {
      return refuse("hoursInvalid", { weekday: Number(key) });
    }
  }
  for (const [weekday, key] of WEEKDAYS.entries()) {
    const next = WEEKDAYS[(weekday + 1) % WEEKDAYS.length] ?? key;
    if (runsInto(operatingHours[key], operatingHours[next])) {
      return refuse("hoursOverlap", { weekday });
    }
  }
  const profile = {
    name,
    phone,
    description: cleanText(given.description, MAX_DESCRIPTION),
    slotMinutes,
    operatingHours,
  };
  return { ok: true, profile };
}
