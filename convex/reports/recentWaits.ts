/** How long people have waited in the last hour, by minute, for the dashboard. The maintenance writes it. Days and weeks: periods.ts. */
import { v } from "convex/values";
import { ensureOwnQueue } from "../queue/data/queues";
import { waitSamples } from "../queue/data/waitSamples";
import { counterQuery } from "../functions";
import { waitSampleValidator } from "../queue/rules/waitSamples";

/** The last hour's samples of one queue, or of all together for null, the oldest first; none while nobody has waited. */
export const waitHistory = counterQuery({
  args: { queueId: v.nullable(v.string()) },
  returns: v.array(waitSampleValidator),
  handler: async (ctx, { queueId }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return await waitSamples(ctx, ctx.business._id, queue?._id ?? null);
  },
});
