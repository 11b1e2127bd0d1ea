/** Who comes to the door and looks: counted for the owner's reports, with nothing that says who. */
import { v } from "convex/values";
import { noteLook } from "./data/looks";
import { publicMutation } from "../functions";
import { callerOf } from "../base/services/caller";

/**
 * A device has seen the queues with their waits. `key` is its own, made anew
 * for each look; a join that follows names it, and half an hour later it is
 * gone.
 * @throws invalidInput for a key of another form than a ticket's secret
 */
export const look = publicMutation({
  args: { businessId: v.string(), key: v.string() },
  returns: v.null(),
  handler: async (ctx, { businessId, key }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const caller = await callerOf(ip);
    await noteLook(ctx, { businessId, key, caller }, Date.now());
    return null;
  },
});
