/** How customers may join, beside the weekly hours: other hours by date, walk-ins outside hours, and when a turn is near. */
import { v } from "convex/values";
import { specialDaysValidator } from "../hours";
import { define } from "../migration";
import { newVisitRules } from "../visitRules";

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
