/** Waits of the last hour by minute, for the dashboard; written by maintenance. */
import { v } from "convex/values";
import { ensureOwnQueue } from "../queue/data/queues";
import { waitSamples } from "../queue/data/waits";
import { counterQuery } from "../functions";
import { waitSampleValidator } from "../queue/rules/validators";

/** The last hour's samples of one queue or (null) of all, oldest first. Empty without waiting customers. */
export const waitHistory = counterQuery({
  args: { queueId: v.nullable(v.string()) },
  returns: v.array(waitSampleValidator),
  handler: async (ctx, { queueId }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return await waitSamples(ctx, ctx.business._id, queue?._id ?? null);
  },
});
