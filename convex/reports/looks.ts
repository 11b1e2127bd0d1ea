/** Counts visitors who look at the waits at the door, without identifying them. */
import { v } from "convex/values";
import { noteLook } from "./data/looks";
import { publicMutation } from "../functions";
import { callerOf } from "../base/services/caller";

/**
 * Counts one look of a device, which makes a new `key` for each. A join that follows sends the key; it is deleted after
 * half an hour.
 * @throws invalidInput for a malformed key
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
