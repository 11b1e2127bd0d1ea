/** Deletes a user: sessions, password, codes, browsers and admin role. privacy/data/erase.ts erases the business. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { forgetAdmin } from "./admins";
import { dropAddresses } from "./emailChanges";
import { forgetDevices } from "./knownDevices";
import { deleteCodes } from "./passwordCodes";
import { dropFactor } from "./secondFactors";
import { endSessions } from "./sessions";

/** The user's password account; null for a user without one. */
export async function accountOfUser(ctx: QueryCtx, userId: Id<"users">) {
  return await ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) =>
      q.eq("userId", userId).eq("provider", "password"),
    )
    .unique();
}

/** Deletes the user and every way to sign in; frees the address. @returns the ended sessions */
export async function endUser(ctx: MutationCtx, userId: Id<"users">) {
  const sessionIds = await endSessions(ctx, userId);
  await forgetDevices(ctx, userId);
  await dropAddresses(ctx, userId);
  await forgetAdmin(ctx, userId);
  await dropFactor(ctx, userId);
  const account = await accountOfUser(ctx, userId);
  if (account !== null) {
    await deleteCodes(ctx, account.providerAccountId);
    await ctx.db.delete("authAccounts", account._id);
  }
  await ctx.db.delete("users", userId);
  return sessionIds;
}
