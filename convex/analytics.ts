/** How long people wait at the moment, minute by minute: noted by the maintenance, shown on the dashboard. Not the days and weeks: that are reports. */
import { v } from "convex/values";
import { ensureOwnQueue } from "./data/queues";
import { waitSamples } from "./data/waitSamples";
import { counterQuery } from "./functions";
import { waitSampleValidator } from "./model/waitSamples";

/** The last hour's samples of one queue, or of all together for null, the oldest first; none while nobody has waited. */
export const waitHistory = counterQuery({
  args: { queueId: v.nullable(v.string()) },
  returns: v.array(waitSampleValidator),
  handler: async (ctx, { queueId }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return await waitSamples(ctx, ctx.business._id, queue?._id ?? null);
  },
});
