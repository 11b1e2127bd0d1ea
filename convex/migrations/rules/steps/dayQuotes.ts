/** Adds to a day's sums how many quoted waits were checked, and how many held. */
import { v } from "convex/values";
import { dayCountsValidator } from "../../../queue/rules/days";
import { define } from "../define";

export const dayQuotes = define({
  name: "dayQuotes",
  table: "queueDays",
  older: {
    counts: v.object({
      ...dayCountsValidator.fields,
      quotes: v.optional(v.number()),
      quotesRight: v.optional(v.number()),
    }),
  },
  migrateOne: ({ counts }) =>
    counts.quotes === undefined
      ? { counts: { ...counts, quotes: 0, quotesRight: 0 } }
      : undefined,
});
