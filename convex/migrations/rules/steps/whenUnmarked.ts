/** The no-show clock only where the owner had chosen its minutes (product.md T5). */
import { v } from "convex/values";
import { MIN_GRACE_MINUTES } from "../../../business/rules/settings";
import { define } from "../define";

/** What every business began with. */
const MINUTES_OF_NEW_ONES = 5;

export const whenUnmarked = define({
  name: "whenUnmarked",
  table: "businesses",
  older: {
    autoComplete: v.boolean(),
    whenUnmarked: v.optional(v.literal("ask")),
  },
  migrateOne: ({ whenUnmarked: known, graceMinutes }) => {
    if (known !== undefined) return undefined;
    const minutes = Number(graceMinutes);
    const isChosen = minutes > 0 && minutes !== MINUTES_OF_NEW_ONES;
    return {
      autoComplete: undefined,
      whenUnmarked: isChosen ? "missed" : "ask",
      graceMinutes: isChosen
        ? Math.max(minutes, MIN_GRACE_MINUTES)
        : MINUTES_OF_NEW_ONES,
    };
  },
});
