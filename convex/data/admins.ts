/** Who runs the platform: rows that another admin, or the operator, has granted (product.md O1). Their sessions: adminSessions.ts. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../model/errors";
import { normalizeEmail } from "../model/password";
import type { Done, Refused } from "../model/refusals";
import { accountOf, ownEmail } from "./accounts";
import { endAdminSessionsOf } from "./adminSessions";
import { record } from "./audit";

/** More than a platform ever has. */
export const MOST_ADMINS = 100;

/** Why somebody was not made an admin. */
export type NotGranted =
  "invalidEmail" | "noSuchAccount" | "alreadyAdmin" | "adminsFull";

/** Whether the user has been made a platform admin. Read on each call: a role taken away is gone at once. */
export async function isAdmin(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
): Promise<boolean> {
  return (await adminRow(ctx, userId)) !== null;
}

/** Whether nobody would be left who runs the platform. */
export async function isLastAdmin(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
): Promise<boolean> {
  const [first, second] = await ctx.db.query("admins").take(2);
  return first?.userId === userId && second === undefined;
}

/**
 * Makes the account of an address an admin.
 * @param typed the address as it was typed
 * @param by who grants it
 */
export async function grantAdmin(
  ctx: MutationCtx,
  typed: string,
  by: Id<"users">,
  now: number,
): Promise<Done<NotGranted>> {
  const account = await accountTyped(ctx, typed);
  if ("code" in account) return account;
  if (await isAdmin(ctx, account.userId)) return refuse("alreadyAdmin");
  const admins = await ctx.db.query("admins").take(MOST_ADMINS);
  if (admins.length === MOST_ADMINS) {
    return refuse("adminsFull", { max: MOST_ADMINS });
  }
  await insertAdmin(ctx, account.userId, by, now);
  return { ok: true };
}

/** Makes the account of an address the first admin; refused when there is one. */
export async function grantFirstAdmin(
  ctx: MutationCtx,
  typed: string,
  now: number,
): Promise<Done<"invalidEmail" | "noSuchAccount" | "firstAdminOnly">> {
  const account = await accountTyped(ctx, typed);
  if ("code" in account) return account;
  if (await hasAdmin(ctx)) return refuse("firstAdminOnly");
  await insertAdmin(ctx, account.userId, null, now);
  return { ok: true };
}

/** Whether anybody runs the platform. */
export async function hasAdmin(ctx: Pick<QueryCtx, "db">): Promise<boolean> {
  return (await ctx.db.query("admins").first()) !== null;
}

/** Takes the role back, and ends what is open by it; never the last one's. */
export async function revokeAdmin(
  ctx: MutationCtx,
  id: string,
  by: Id<"users">,
  now: number,
): Promise<Done<"notFound" | "lastAdmin">> {
  const userId = ctx.db.normalizeId("users", id);
  const row = userId && (await adminRow(ctx, userId));
  if (!row) return refuse("notFound");
  if (await isLastAdmin(ctx, row.userId)) return refuse("lastAdmin");
  await ctx.db.delete("admins", row._id);
  await endAdminSessionsOf(ctx, row.userId);
  const subject = await ownEmail(ctx, row.userId);
  const actor = { kind: "admin", userId: by } as const;
  const revoked = { actor, action: "adminRevoked", subject } as const;
  await record(ctx, { ...revoked, businessId: null }, now);
  return { ok: true };
}

/** The role, and what is open by it, are gone; and so is their name on the grants to others. */
export async function forgetAdmin(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  await endAdminSessionsOf(ctx, userId);
  const admins = await ctx.db.query("admins").take(MOST_ADMINS);
  for (const admin of admins) {
    if (admin.userId === userId) await ctx.db.delete("admins", admin._id);
    else if (admin.grantedBy === userId) {
      await ctx.db.patch("admins", admin._id, { grantedBy: null });
    }
  }
}

/** Makes a user an admin; that nothing speaks against it is the caller's to know. @param by who grants it; null: who runs the server */
export async function insertAdmin(
  ctx: MutationCtx,
  userId: Id<"users">,
  by: Id<"users"> | null,
  now: number,
): Promise<void> {
  const subject = await ownEmail(ctx, userId);
  await ctx.db.insert("admins", { userId, grantedBy: by });
  const actor =
    by === null
      ? ({ kind: "server" } as const)
      : ({ kind: "admin", userId: by } as const);
  const granted = { actor, action: "adminGranted", subject } as const;
  await record(ctx, { ...granted, businessId: null }, now);
}

async function accountTyped(
  ctx: Pick<QueryCtx, "db">,
  typed: string,
): Promise<Doc<"authAccounts"> | Refused<"invalidEmail" | "noSuchAccount">> {
  const email = normalizeEmail(typed);
  if (email === null) return refuse("invalidEmail");
  return (await accountOf(ctx, email)) ?? refuse("noSuchAccount");
}

async function adminRow(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
): Promise<Doc<"admins"> | null> {
  return await ctx.db
    .query("admins")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
