/** The end of accounts that have shown nothing a week after sign-up (product.md A15). */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { dueSignUps, settleSignUp } from "./data/signUps";
import { internalMutation } from "./functions";

/** Takes those whose week is over: each in a transaction of its own, so that one that fails keeps no other. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const signUpId of await dueSignUps(ctx, Date.now())) {
      await ctx.scheduler.runAfter(0, internal.signUps.settle, { signUpId });
    }
    return null;
  },
});

/** Erases one account, or lets it be for good. Nothing for one that is settled. */
export const settle = internalMutation({
  args: { signUpId: v.id("signUps") },
  returns: v.null(),
  handler: async (ctx, { signUpId }) => {
    await settleSignUp(ctx, signUpId, Date.now());
    return null;
  },
});
