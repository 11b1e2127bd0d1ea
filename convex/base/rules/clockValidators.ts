/** Validators of clocks, apart from rules/clock, which customers' pages load. */
import { v } from "convex/values";
import { oneOf } from "./oneOf";

export const clockValidator = oneOf("h24", "h12");

/** What an owner may choose. */
export const clockChoiceValidator = v.union(
  v.literal("byCountry"),
  ...clockValidator.members,
);

/** What a page needs to write a business's times and dates. */
export const shopClockFields = {
  timezone: v.string(),
  clock: clockValidator,
  /** ISO alpha-2. */
  country: v.nullable(v.string()),
};
