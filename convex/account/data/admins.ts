/** The platform's admins: roles granted by another admin or the operator (product.md O1). */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { DeploymentKind } from "../../base/rules/deploymentKind";
import { refuse } from "../../base/rules/errors";
import { normalizeEmail } from "../../base/rules/password";
import type { Done, Refused } from "../../base/rules/refusals";
import { accountOf, isProven, ownEmail } from "./accounts";
import { endAdminSessionsOf } from "./adminSessions";
import { record, type Actor } from "../../audit/data/log";
import { rowBy, type Reader } from "../../base/data/rowBy";

/** Without mail, addresses cannot be proven. */
type Mailing = { readonly mail: object | null };

/** More than a platform ever has. */
export const MAX_ADMINS = 100;

export type NotGranted =
  | "invalidEmail"
  | "noSuchAccount"
  | "alreadyAdmin"
  | "adminsFull";

/** Whether the user is an admin whose role is in force. Read on each call, so a revoked role is gone at once. */
export async function isAdmin(ctx: Reader, userId: Id<"users">) {
  const row = await adminRow(ctx, userId);
  return row !== null && (await counts(ctx, row));
}

/** A waiting role takes effect when its address is proven. */
export async function counts(ctx: Reader, { userId, waits }: Doc<"admins">) {
  return waits === undefined || (await isProven(ctx, userId));
}

export async function isLastAdmin(ctx: QueryCtx, userId: Id<"users">) {
  const [first, second] = await admins(ctx);
  return first?.userId === userId && second === undefined;
}

/** Makes the account of a typed address an admin. The role waits for proof: anyone could have signed up with it. */
export async function grantAdmin(
  ctx: MutationCtx,
  typed: string,
  by: Id<"users">,
  { mail }: Mailing,
  now: number,
): Promise<{ ok: true; waits: boolean } | Refused<NotGranted>> {
  const account = await accountTyped(ctx, typed);
  if ("code" in account) return account;
  const { userId } = account;
  if ((await adminRow(ctx, userId)) !== null) return refuse("alreadyAdmin");
  const granted = await ctx.db.query("admins").take(MAX_ADMINS);
  if (granted.length === MAX_ADMINS) {
    return refuse("adminsFull", { max: MAX_ADMINS });
  }
  const waits = mail !== null && !(await isProven(ctx, userId));
  await insertAdmin(ctx, userId, { by, waits }, now);
  return { ok: true, waits };
}

/** Makes the account of an address the first admin. In production the address must be proven. */
export async function grantFirstAdmin(
  ctx: MutationCtx,
  typed: string,
  { mail, deploymentKind }: Mailing & { deploymentKind: DeploymentKind },
  now: number,
): Promise<
  Done<"invalidEmail" | "noSuchAccount" | "firstAdminOnly" | "emailUnproven">
> {
  const account = await accountTyped(ctx, typed);
  if ("code" in account) return account;
  const { userId } = account;
  if (await hasAdmin(ctx)) return refuse("firstAdminOnly");
  const mustProve = mail !== null && deploymentKind === "production";
  if (mustProve && !(await isProven(ctx, userId))) {
    return refuse("emailUnproven");
  }
  await insertAdmin(ctx, userId, { by: null, waits: false }, now);
  return { ok: true };
}

export async function hasAdmin(ctx: QueryCtx): Promise<boolean> {
  return (await admins(ctx)).length > 0;
}

/** Revokes the role and ends the admin's open sessions. Never for the last admin. */
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
  const actor = { kind: "admin", userId: by } as const;
  await recordRole(ctx, "adminRevoked", actor, row.userId, now);
  return { ok: true };
}

/** Deletes the user's role and sessions, and their name on grants to others. */
export async function forgetAdmin(ctx: MutationCtx, userId: Id<"users">) {
  await endAdminSessionsOf(ctx, userId);
  for (const admin of await ctx.db.query("admins").take(MAX_ADMINS)) {
    if (admin.userId === userId) await ctx.db.delete("admins", admin._id);
    else if (admin.grantedBy === userId) {
      await ctx.db.patch("admins", admin._id, { grantedBy: null });
    }
  }
}

/** Drops a waiting role when the account's address changes: it was meant for the holder of the previous one. */
export async function dropWaitingRole(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  const row = await adminRow(ctx, userId);
  if (row === null || (await counts(ctx, row))) return;
  await ctx.db.delete("admins", row._id);
  const actor = { kind: "owner", userId } as const;
  await recordRole(ctx, "adminRevoked", actor, userId, now);
}

/** Makes a user an admin, without checks. `by`: the granting admin, null for the operator. */
export async function insertAdmin(
  ctx: MutationCtx,
  userId: Id<"users">,
  { by, waits }: { by: Id<"users"> | null; waits: boolean },
  now: number,
): Promise<void> {
  const before = await adminRow(ctx, userId);
  if (before !== null) await ctx.db.delete("admins", before._id);
  const row = { userId, grantedBy: by, ...(waits && { waits: true as const }) };
  await ctx.db.insert("admins", row);
  const actor: Actor =
    by === null ? { kind: "server" } : { kind: "admin", userId: by };
  await recordRole(ctx, "adminGranted", actor, userId, now);
}

async function recordRole(
  ctx: MutationCtx,
  action: "adminGranted" | "adminRevoked",
  actor: Actor,
  userId: Id<"users">,
  now: number,
) {
  const subject = await ownEmail(ctx, userId);
  const event = { actor, action, subject, about: userId, businessId: null };
  await record(ctx, event, now);
}

/** Admins whose role is in force, oldest first. */
async function admins(ctx: QueryCtx): Promise<Doc<"admins">[]> {
  const rows = await ctx.db.query("admins").take(MAX_ADMINS);
  const counted = await Promise.all(rows.map((row) => counts(ctx, row)));
  return rows.filter((_, i) => counted[i]);
}

async function accountTyped(
  ctx: QueryCtx,
  typed: string,
): Promise<Doc<"authAccounts"> | Refused<"invalidEmail" | "noSuchAccount">> {
  const email = normalizeEmail(typed);
  if (email === null) return refuse("invalidEmail");
  return (await accountOf(ctx, email)) ?? refuse("noSuchAccount");
}

const adminRow = rowBy("admins", "userId");
