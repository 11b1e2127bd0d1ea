/** Who runs the platform: rows that another admin, or the operator, has granted (product.md O1). Their sessions: adminSessions.ts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { DeploymentKind } from "../../base/rules/deploymentKind";
import { refuse } from "../../base/rules/errors";
import { normalizeEmail } from "../../base/rules/password";
import type { Done, Refused } from "../../base/rules/refusals";
import { accountOf, isProven, ownEmail } from "./accounts";
import { endAdminSessionsOf } from "./adminSessions";
import { record } from "../../audit/data/log";

/** `mail` is null where the server sends none: there nobody can prove an address. */
type Mailing = { readonly mail: object | null };

/** More than a platform ever has. */
export const MOST_ADMINS = 100;

/** Why somebody was not made an admin. */
export type NotGranted =
  | "invalidEmail"
  | "noSuchAccount"
  | "alreadyAdmin"
  | "adminsFull";

/**
 * Whether the user has been made a platform admin, and has proven the address
 * that was made one. Read on each call: a role taken away is gone at once.
 */
export async function isAdmin(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
): Promise<boolean> {
  const row = await adminRow(ctx, userId);
  return row !== null && (await counts(ctx, row));
}

/** Whether the role is there already: a role that waits counts from the proof of its address. */
export async function counts(
  ctx: Pick<QueryCtx, "db">,
  { userId, waits }: Doc<"admins">,
): Promise<boolean> {
  return waits === undefined || (await isProven(ctx, userId));
}

/** Whether nobody would be left who runs the platform. */
export async function isLastAdmin(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
): Promise<boolean> {
  const [first, second] = await admins(ctx);
  return first?.userId === userId && second === undefined;
}

/**
 * Makes the account of an address an admin. As long as nobody has proven the
 * address the role waits: anybody could have signed up with it.
 * @param typed the address as it was typed
 * @param by who grants it
 * @returns whether the role waits
 */
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
  const granted = await ctx.db.query("admins").take(MOST_ADMINS);
  if (granted.length === MOST_ADMINS) {
    return refuse("adminsFull", { max: MOST_ADMINS });
  }
  const waits = mail !== null && !(await isProven(ctx, userId));
  await insertAdmin(ctx, userId, { by, waits }, now);
  return { ok: true, waits };
}

/** Makes the account of an address the first admin; refused when there is one, and in production for an address that nobody has proven. */
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

/** Whether anybody runs the platform. */
export async function hasAdmin(ctx: Pick<QueryCtx, "db">): Promise<boolean> {
  return (await admins(ctx)).length > 0;
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
  for (const admin of await ctx.db.query("admins").take(MOST_ADMINS)) {
    if (admin.userId === userId) await ctx.db.delete("admins", admin._id);
    else if (admin.grantedBy === userId) {
      await ctx.db.patch("admins", admin._id, { grantedBy: null });
    }
  }
}

/**
 * The account gets another address: a role that waits for the proof of the one
 * before was given to who has that one, and ends.
 */
export async function dropWaitingRole(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  const row = await adminRow(ctx, userId);
  if (row === null || (await counts(ctx, row))) return;
  await ctx.db.delete("admins", row._id);
  const subject = await ownEmail(ctx, userId);
  const actor = { kind: "owner", userId } as const;
  const revoked = { actor, action: "adminRevoked", subject } as const;
  await record(ctx, { ...revoked, businessId: null }, now);
}

/** Makes a user an admin; that nothing speaks against it is the caller's to know. @param how `by` whom, null: who runs the server; `waits` for the proof of the address */
export async function insertAdmin(
  ctx: MutationCtx,
  userId: Id<"users">,
  { by, waits }: { by: Id<"users"> | null; waits: boolean },
  now: number,
): Promise<void> {
  const subject = await ownEmail(ctx, userId);
  const before = await adminRow(ctx, userId);
  if (before !== null) await ctx.db.delete("admins", before._id);
  const row = { userId, grantedBy: by, ...(waits && { waits: true as const }) };
  await ctx.db.insert("admins", row);
  const actor =
    by === null
      ? ({ kind: "server" } as const)
      : ({ kind: "admin", userId: by } as const);
  const granted = { actor, action: "adminGranted", subject } as const;
  await record(ctx, { ...granted, businessId: null }, now);
}

/** Those whose role counts, the oldest first. */
async function admins(ctx: Pick<QueryCtx, "db">): Promise<Doc<"admins">[]> {
  const rows = await ctx.db.query("admins").take(MOST_ADMINS);
  const counted = await Promise.all(rows.map((row) => counts(ctx, row)));
  return rows.filter((_, i) => counted[i]);
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
