/** Adds chairs and pause to a line; the wait depends on both. */
import { v } from "convex/values";
import { pauseValidator } from "../../../queue/rules/lineState";
import { define } from "../define";

export const chairsAndPause = define({
  name: "chairsAndPause",
  table: "lines",
  older: {
    chairs: v.optional(v.number()),
    pause: v.optional(v.nullable(pauseValidator)),
  },
  migrateOne: ({ chairs }) =>
    chairs === undefined ? { chairs: 1, pause: null } : undefined,
});
