/** Counts visitors who look at the waits at the door, without identifying them. */
import { v } from "convex/values";
import { noteLook } from "./data/looks";
import { publicMutation } from "../functions";
import { callerIn } from "../base/services/caller";

/** A device makes a `key` for each look. A join that follows sends it. @throws invalidInput for a malformed key */
export const look = publicMutation({
  args: { businessId: v.string(), key: v.string() },
  returns: v.null(),
  handler: async (ctx, { businessId, key }) => {
    const caller = await callerIn(ctx);
    await noteLook(ctx, { businessId, key, caller }, Date.now());
  },
});
