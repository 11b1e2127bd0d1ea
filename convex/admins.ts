/** Who runs the platform: who they are, making and unmaking them, and the sessions of the portal. Signing in there: auth.ts. */
import { v } from "convex/values";
import { ensureAdmin, ensureConfirmed } from "./data/access";
import { endAdminSessionAt } from "./data/adminSessions";
import {
  grantAdmin,
  grantFirstAdmin,
  listAdmins,
  revokeAdmin,
} from "./data/admins";
import {
  adminQuery,
  confirmedAdminMutation,
  internalMutation,
  internalQuery,
} from "./functions";
import { doneOr } from "./model/refusals";

/** Every admin, the oldest first. */
export const list = adminQuery({
  args: {},
  returns: v.array(
    v.object({
      userId: v.id("users"),
      email: v.string(),
      /** By whom; null for the first one, and where that account is gone. */
      grantedBy: v.nullable(v.string()),
      grantedAt: v.number(),
    }),
  ),
  handler: async (ctx) => await listAdmins(ctx),
});

/** Makes the account of this address an admin. */
export const grant = confirmedAdminMutation({
  args: { email: v.string() },
  returns: doneOr(
    "invalidEmail",
    "noSuchAccount",
    "alreadyAdmin",
    "adminsFull",
  ),
  handler: async (ctx, { email }) =>
    await grantAdmin(ctx, email, ctx.admin.userId, Date.now()),
});

/** Takes the role back, one's own too; what is open by it ends at once. */
export const revoke = confirmedAdminMutation({
  args: { userId: v.string() },
  returns: doneOr("notFound", "lastAdmin"),
  handler: async (ctx, { userId }) =>
    await revokeAdmin(ctx, userId, ctx.admin.userId, Date.now()),
});

/**
 * The first admin, by who runs the server: `npx convex run admins:grantFirst
 * '{"email": "…"}'`. Does it only while there is none (product.md O11).
 */
export const grantFirst = internalMutation({
  args: { email: v.string() },
  returns: doneOr("invalidEmail", "noSuchAccount", "firstAdminOnly"),
  handler: async (ctx, { email }) =>
    await grantFirstAdmin(ctx, email, Date.now()),
});

/**
 * The calling admin, for actions.
 * @throws what adminQuery throws; confirmFirst, if that is asked for
 */
export const caller = internalQuery({
  args: { confirmed: v.boolean(), now: v.number() },
  returns: v.object({
    userId: v.id("users"),
    email: v.string(),
    adminSessionId: v.id("adminSessions"),
  }),
  handler: async (ctx, { confirmed, now }) => {
    const ensure = confirmed ? ensureConfirmed : ensureAdmin;
    const { userId, email, adminSession } = await ensure(ctx, now);
    return { userId, email, adminSessionId: adminSession._id };
  },
});

/** The hour of a session of the portal is over. */
export const sessionOver = internalMutation({
  args: { adminSessionId: v.id("adminSessions"), until: v.number() },
  returns: v.null(),
  handler: async (ctx, { adminSessionId, until }) => {
    await endAdminSessionAt(ctx, adminSessionId, until);
    return null;
  },
});
