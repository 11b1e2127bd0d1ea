/** Adds the rules for joining: special days, walk-ins outside opening hours, and when a turn is near. */
import { v } from "convex/values";
import { specialDaysValidator } from "../../../business/rules/hours";
import { define } from "../define";
import { newVisitRules } from "../../../business/rules/visitRules";

export const visitRules = define({
  name: "visitRules",
  table: "businesses",
  older: {
    specialDays: v.optional(specialDaysValidator),
    walkInsOnlyWhenOpen: v.optional(v.boolean()),
    almostAt: v.optional(v.number()),
  },
  migrateOne: ({ specialDays }) =>
    specialDays === undefined ? newVisitRules : undefined,
});
