/** Validators of what pages also read. Kept apart from their rules, because a browser needs no validators. */
import { v } from "convex/values";
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
