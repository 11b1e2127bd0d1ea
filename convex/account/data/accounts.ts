/** Users and their password accounts (the auth library's rows), each with its business. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import { cleanText } from "../../base/rules/names";
import type { Plan } from "../../base/rules/plans";
import {
  businessOf,
  insertBusiness,
  businessOfOwner,
} from "../../business/data/businesses";
import { memberOf, workplaceOf } from "../../business/data/members";
import { grantPlan } from "../../billing/data/subscriptions";
import type { Reader } from "../../base/data/rowBy";

/** Creates user, password account and business together; null if the address (from normalizeEmail) has an account. */
export async function createAccount(
  ctx: MutationCtx,
  given: {
    email: string;
    passwordHash: string;
    businessName: string;
    timezone: string;
    /** The plan it has without paying, or null. */
    plan: Plan | null;
  },
  now: number,
): Promise<Id<"users"> | null> {
  const { email, passwordHash, businessName, timezone, plan } = given;
  const userId = await createUser(ctx, email, passwordHash);
  if (userId === null) return null;
  const business = { ownerId: userId, name: businessName, email, timezone };
  await openBusiness(ctx, business, plan, now);
  return userId;
}

async function openBusiness(
  ctx: MutationCtx,
  given: Parameters<typeof insertBusiness>[1],
  plan: Plan | null,
  now: number,
): Promise<void> {
  const businessId = await insertBusiness(ctx, given);
  if (plan === null) return;
  const business = await businessOf(ctx, { businessId });
  await grantPlan(ctx, business, plan, "server", now);
}

/** Creates a user with a password account; null if the address is taken. */
export async function createUser(
  ctx: MutationCtx,
  email: string,
  passwordHash: string,
): Promise<Id<"users"> | null> {
  if ((await accountOf(ctx, email)) !== null) return null;
  const userId = await ctx.db.insert("users", { email });
  await ctx.db.insert("authAccounts", {
    userId,
    provider: "password",
    providerAccountId: email,
    secret: passwordHash,
  });
  return userId;
}

/** Creates the user's business if they work in none, named as given or after the e-mail address. */
export async function createOwnBusiness(
  ctx: MutationCtx,
  userId: Id<"users">,
  { name, plan }: { name: string | null; plan: Plan | null },
  now: number,
): Promise<void> {
  // Also in none for a member of a shop that is being erased: the erasure ends their account, too.
  const works =
    (await workplaceOf(ctx, userId)) ?? (await memberOf(ctx, userId));
  if (works !== null) return;
  const user = must(await ctx.db.get("users", userId), "signed-in user");
  const email = user.email ?? "";
  const business = {
    ownerId: userId,
    name: cleanText(name) ?? defaultName(email),
    email,
    timezone: "UTC",
  };
  await openBusiness(ctx, business, plan, now);
}

export async function userByEmail(ctx: MutationCtx, email: string) {
  return (await accountOf(ctx, email))?.userId ?? null;
}

/** The password account of this address, or null. */
export async function accountOf(ctx: Reader, email: string) {
  return await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", "password").eq("providerAccountId", email),
    )
    .unique();
}

export async function setHash(
  ctx: MutationCtx,
  { _id }: Doc<"authAccounts">,
  secret: string,
): Promise<void> {
  await ctx.db.patch("authAccounts", _id, { secret });
}

/** Whether this user is still there. */
export async function hasUser(ctx: Reader, userId: Id<"users">) {
  return (await ctx.db.get("users", userId)) !== null;
}

/** Whether a mailed code proved that the address is the user's (product.md A14). */
export async function isProven(ctx: Reader, userId: Id<"users">) {
  const user = await ctx.db.get("users", userId);
  return user?.emailVerificationTime !== undefined;
}

/** Records that the user proved their address with a mailed code. */
export async function emailProven(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  await ctx.db.patch("users", userId, { emailVerificationTime: now });
}

/** The address with which a signed-in user signs in. */
export async function ownEmail(ctx: QueryCtx, userId: Id<"users">) {
  const user = must(await ctx.db.get("users", userId), "signed-in user");
  return must(user.email, "e-mail address");
}

/** 'sam's Business', or 'My Business' (product.md A6). */
function defaultName(email: string): string {
  const local = cleanText(email.split("@")[0]);
  return local === null ? "My Business" : `${local}'s Business`;
}

/** Notes an account for a check in a week. */
export async function noteSignUp(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  const business = await businessOfOwner(ctx, userId);
  if (business === null) return;
  await ctx.db.insert("signUps", { businessId: business._id, at: now });
}
