/** Who is signed in; and the internal steps of signing up and in, which auth.ts calls. */
import { v } from "convex/values";
import { currentUser } from "./data/access";
import {
  createAccount,
  passwordAttempt,
  passwordAccepted,
  ownAccount,
} from "./data/accounts";
import { internalMutation, publicQuery } from "./functions";
import { planValidator } from "./model/plans";

/** The signed-in user with their business; null for everybody else. */
export const me = publicQuery({
  args: {},
  returns: v.union(
    v.null(),
    v.object({
      userId: v.id("users"),
      email: v.string(),
      isAdmin: v.boolean(),
      business: v.union(
        v.null(),
        v.object({
          businessId: v.id("businesses"),
          name: v.string(),
          plan: planValidator,
          logoUrl: v.union(v.null(), v.string()),
          timezone: v.string(),
          isDemo: v.boolean(),
          ticketLimit: v.number(),
          queueLimit: v.number(),
          autoComplete: v.boolean(),
          graceMinutes: v.number(),
        }),
      ),
    }),
  ),
  handler: async (ctx) => {
    const userId = await currentUser(ctx);
    return userId === null ? null : await ownAccount(ctx, userId);
  },
});

/** User, password account and business in one transaction; null if the address is taken. */
export const create = internalMutation({
  args: {
    email: v.string(),
    passwordHash: v.string(),
    businessName: v.string(),
    timezone: v.string(),
  },
  returns: v.union(v.null(), v.id("users")),
  handler: async (ctx, args) => await createAccount(ctx, args),
});

/**
 * Counts one attempt before the password is looked at, so that parallel
 * guesses cannot pass the limit. Null: too many attempts.
 */
export const attempt = internalMutation({
  args: { email: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      userId: v.union(v.null(), v.id("users")),
      passwordHash: v.union(v.null(), v.string()),
    }),
  ),
  handler: async (ctx, { email }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    return await passwordAttempt(ctx, email, ip, Date.now());
  },
});

/** The password was right: the attempt does not count, and an old hash is replaced. */
export const accepted = internalMutation({
  args: { email: v.string(), newHash: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { email, newHash }) => {
    await passwordAccepted(ctx, email, newHash, Date.now());
    return null;
  },
});
