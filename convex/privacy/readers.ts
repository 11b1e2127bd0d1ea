/**
 * Ends feeds, connections and exports when a password is reset. A function, because account/ comes before the parts
 * that own them.
 */
import { v } from "convex/values";
import { endReaders } from "./data/readers";
import { internalMutation } from "../functions";

/** Ends all of them, in the caller's transaction. */
export const end = internalMutation({
  args: { userId: v.id("users"), now: v.number() },
  returns: v.null(),
  handler: async (ctx, { userId, now }) => {
    await endReaders(ctx, userId, now);
    return null;
  },
});
