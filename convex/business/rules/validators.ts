/** Validators of what pages also read. Kept apart from their rules, because a browser needs no validators. */
import { v } from "convex/values";
import { clockChoiceValidator } from "../../base/rules/clockValidators";
import { oneOf } from "../../base/rules/oneOf";

/**
 * One day's hours; null: closed. Times are 'HH:mm' on the business's clock. An end up to '24:00' is on the same day; one
 * before the start is on the next.
 */
export const dayHours = v.nullable(
  v.object({ start: v.string(), end: v.string() }),
);

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

/** Dates with their own hours, such as holidays; `day` is 'YYYY-MM-DD' in the business's zone. */
export const specialDayValidator = v.object({
  day: v.string(),
  hours: dayHours,
});

export const specialDaysValidator = v.array(specialDayValidator);

/** How late, in minutes, and from when to when it is shown; instants in ms. */
export const noticeValidator = v.object({
  minutes: v.number(),
  since: v.number(),
  until: v.number(),
});

export const roleValidator = oneOf("owner", "manager", "staff");

/** A role that somebody can be given. A shop has one owner. */
export const givenRoleValidator = oneOf("manager", "staff");

/**
 * `ask`: the desk asks when it is unsure. `came`: calling the next one means that the person came. `missed`: after the
 * time to come the person counts as a no-show.
 */
export const whenUnmarkedValidator = oneOf("ask", "came", "missed");

/** What the display shows of people: only numbers, or also initials. */
export const boardNamesValidator = oneOf("number", "initials");

/** What the shop calls its chairs. */
export const chairWordValidator = oneOf("chair", "room", "desk");

/** What owners and managers set in one form (product.md F1). */
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

/** What the first-run wizard asks for. */
export const profileValidator = settingsValidator.pick(
  ...(["name", "phone", "description"] as const),
  ...(["slotMinutes", "operatingHours"] as const),
);
