/** Adds the rules for joining: special days, walk-ins outside opening hours, and when a turn is near. */
import { v } from "convex/values";
import { define } from "../define";
import { newVisitRules } from "../../../business/rules/visitRules";
import { specialDaysValidator } from "../../../business/rules/validators";

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
