/** The regular cleaning: forgotten tickets, old answers, full buckets, ended sessions. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { cleanUp } from "./data/maintenance";
import { internalMutation } from "./functions";

/** One bounded batch; runs again at once while a batch was full. Safe to run at any time, any number of times. */
export const run = internalMutation({
  args: {},
  returns: v.object({ expired: v.number(), more: v.boolean() }),
  handler: async (ctx) => {
    const result = await cleanUp(ctx, Date.now());
    if (result.more) {
      await ctx.scheduler.runAfter(0, internal.maintenance.run, {});
    }
    return result;
  },
});
