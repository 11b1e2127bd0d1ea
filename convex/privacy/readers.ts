/** Ends what could still read a shop after a password reset. A function: account/ comes before the parts that own it. */
import { v } from "convex/values";
import { endReaders } from "./data/readers";
import { internalMutation } from "../functions";

/** In the caller's transaction. */
export const end = internalMutation({
  args: { userId: v.id("users"), now: v.number() },
  returns: v.null(),
  handler: async (ctx, { userId, now }) => await endReaders(ctx, userId, now),
});
