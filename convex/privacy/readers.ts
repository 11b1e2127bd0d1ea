/** Ending what reads a business's data by itself, with a password that was forgotten: account data may not import what comes after it. */
import { v } from "convex/values";
import { endReaders } from "./data/readers";
import { internalMutation } from "../functions";

/** All of it, in the transaction of the caller. */
export const end = internalMutation({
  args: { userId: v.id("users"), now: v.number() },
  returns: v.null(),
  handler: async (ctx, { userId, now }) => {
    await endReaders(ctx, userId, now);
    return null;
  },
});
