/** How long people wait at the moment, minute by minute: noted by a cron, shown on the dashboard. Not the days and weeks: that are reports. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { ensureOwnQueue } from "./data/queues";
import {
  sampleBatch,
  samplingValidator,
  waitSamples,
} from "./data/waitSamples";
import { internalMutation, counterQuery } from "./functions";
import { minuteOf, waitSampleValidator } from "./model/waitSamples";

/** The last hour's samples of one queue, or of all together for null, the oldest first; none while nobody has waited. */
export const waitHistory = counterQuery({
  args: { queueId: v.nullable(v.string()) },
  returns: v.array(waitSampleValidator),
  handler: async (ctx, { queueId }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return await waitSamples(ctx, ctx.business._id, queue?._id ?? null);
  },
});

/** Notes this minute, or goes on noting one: a bounded batch, and the next one at once. */
export const sample = internalMutation({
  args: { goOn: v.optional(samplingValidator) },
  returns: v.null(),
  handler: async (ctx, { goOn }) => {
    const first = { at: minuteOf(Date.now()), emptied: false, cursor: null };
    const left = await sampleBatch(ctx, goOn ?? first);
    if (left !== null) {
      await ctx.scheduler.runAfter(0, internal.analytics.sample, {
        goOn: left,
      });
    }
    return null;
  },
});
