/** The steps in the database behind what admins do to accounts of businesses: directory.ts and routes.ts take them, nobody outside. */
import { v } from "convex/values";
import { ensureAdmin, ensureConfirmed } from "../account/data/access";
import {
  accountToDelete,
  openAccount,
  setGrant,
  toDeleteAnswer,
} from "./data/businessAccounts";
import { directoryRowOfUser } from "../business/data/directory";
import { internalMutation, internalQuery } from "../functions";
import { environment } from "../base/services/env";
import { planValidator } from "../base/rules/planValidators";
import { refused } from "../base/rules/refusals";

/**
 * The account, by the calling admin: who is no admin any more by now makes
 * none. @throws what adminMutation throws; confirmFirst for one that is to be an admin
 */
export const open = internalMutation({
  args: {
    email: v.string(),
    passwordHash: v.string(),
    businessName: v.string(),
    timezone: v.string(),
    plan: planValidator,
    isAdmin: v.boolean(),
  },
  returns: v.union(
    v.object({
      ok: v.literal(true),
      businessId: v.id("businesses"),
      userId: v.id("users"),
    }),
    refused("emailTaken"),
  ),
  handler: async (ctx, account) => {
    const now = Date.now();
    const ensure = account.isAdmin ? ensureConfirmed : ensureAdmin;
    const admin = await ensure(ctx, now);
    return await openAccount(ctx, admin, account, environment(), now);
  },
});

/** The plan by the calling admin, of the business of this user. Null for who has none. @throws what adminMutation throws */
export const setPlanOfUser = internalMutation({
  args: { userId: v.string(), plan: planValidator },
  returns: v.nullable(planValidator),
  handler: async (ctx, { userId, plan }) => {
    const now = Date.now();
    const admin = await ensureAdmin(ctx, now);
    const row = await directoryRowOfUser(ctx, userId);
    if (row === null) return null;
    const { planWithoutPayment: ofServer } = environment();
    const wish = { businessId: row.businessId, plan, ofServer };
    return await setGrant(ctx, admin, wish, now);
  },
});

/** The business of a user, also one that is being deleted; null for who has none. */
export const ofUser = internalQuery({
  args: { userId: v.string() },
  returns: v.nullable(v.id("businesses")),
  handler: async (ctx, { userId }) =>
    (await directoryRowOfUser(ctx, userId))?.businessId ?? null,
});

/** What is to be known of a business before it is deleted. */
export const toDelete = internalQuery({
  args: { businessId: v.string() },
  returns: v.nullable(toDeleteAnswer),
  handler: async (ctx, { businessId }) =>
    await accountToDelete(ctx, businessId),
});
