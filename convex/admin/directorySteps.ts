/** The transactions behind the admins' account functions. Only directory.ts and routes.ts call them. */
import { v } from "convex/values";
import { ensureAdmin, ensureConfirmed } from "../account/data/access";
import {
  accountToDelete,
  openAccount,
  setGrant,
  toDeleteAnswer,
} from "./data/businessAccounts";
import { newAccount } from "./rules/businessAccounts";
import { directoryRowOfUser } from "../business/data/directory";
import { internalMutation, internalQuery } from "../functions";
import { environment } from "../base/services/env";
import { planValidator } from "../base/rules/planValidators";
import { doneWith } from "../base/rules/refusals";

/** Creates the account. @throws what adminMutation throws; confirmFirst for a new admin */
export const open = internalMutation({
  args: newAccount,
  returns: doneWith(
    {
      businessId: v.id("businesses"),
      userId: v.id("users"),
    },
    "emailTaken",
  ),
  handler: async (ctx, account) => {
    const now = Date.now();
    const ensure = account.isAdmin ? ensureConfirmed : ensureAdmin;
    const admin = await ensure(ctx, now);
    return await openAccount(ctx, admin, account, environment(), now);
  },
});

/** Sets the plan of this user's business; null if the user has none. @throws what adminMutation throws */
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

/** The business of a user, even while it is being deleted; null if the user has none. */
export const ofUser = internalQuery({
  args: { userId: v.string() },
  returns: v.nullable(v.id("businesses")),
  handler: async (ctx, { userId }) =>
    (await directoryRowOfUser(ctx, userId))?.businessId ?? null,
});

export const toDelete = internalQuery({
  args: { businessId: v.string() },
  returns: v.nullable(toDeleteAnswer),
  handler: async (ctx, { businessId }) =>
    await accountToDelete(ctx, businessId),
});
