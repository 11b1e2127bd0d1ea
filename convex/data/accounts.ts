/** Users with their password accounts: the auth library's rows, and the business that belongs to each. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isPublicAddress } from "../model/addresses";
import { must } from "../model/errors";
import { plans } from "../model/plans";
import { signInsPerAddress, signInsPerEmail } from "../model/rateLimit";
import { isAdmin } from "./access";
import { insertBusiness } from "./businesses";
import { giveBack, takeFrom } from "./rateLimits";

/**
 * User, password account and business together. Null if the address has an
 * account already; two sign-ups at once make one.
 * @param given e-mail in its one form (model/password normalizeEmail)
 */
export async function createAccount(
  ctx: MutationCtx,
  given: {
    email: string;
    passwordHash: string;
    businessName: string;
    timezone: string;
  },
): Promise<Id<"users"> | null> {
  const { email, passwordHash, businessName, timezone } = given;
  const userId = await createUser(ctx, email, passwordHash);
  if (userId === null) return null;
  const business = { ownerId: userId, name: businessName, email, timezone };
  await insertBusiness(ctx, business);
  return userId;
}

/** A user with a password account; null if the address is taken. */
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

/** The user of this address, or null. */
export async function userByEmail(
  ctx: MutationCtx,
  email: string,
): Promise<Id<"users"> | null> {
  return (await accountOf(ctx, email))?.userId ?? null;
}

/**
 * Counts one attempt for this address, existing or not, and gives what is
 * needed to check the password. Null: too many attempts.
 */
export async function passwordAttempt(
  ctx: MutationCtx,
  email: string,
  ip: string | null,
  now: number,
): Promise<{
  userId: Id<"users"> | null;
  passwordHash: string | null;
} | null> {
  if (ip !== null && isPublicAddress(ip)) {
    const key = `signIn:${ip}`;
    if (!(await takeFrom(ctx, key, signInsPerAddress, now))) return null;
  }
  const counted = await takeFrom(ctx, emailKey(email), signInsPerEmail, now);
  if (!counted) return null;
  const account = await accountOf(ctx, email);
  return {
    userId: account?.userId ?? null,
    passwordHash: account?.secret ?? null,
  };
}

/** Takes the attempt back and stores the new hash, if there is one. */
export async function passwordAccepted(
  ctx: MutationCtx,
  email: string,
  newHash: string | null,
  now: number,
): Promise<void> {
  await giveBack(ctx, emailKey(email), signInsPerEmail, now);
  if (newHash === null) return;
  const account = must(await accountOf(ctx, email), "account just signed in");
  await ctx.db.patch("authAccounts", account._id, { secret: newHash });
}

/** The signed-in user as the dashboard and the gates need them. */
export async function ownAccount(ctx: QueryCtx, userId: Id<"users">) {
  const user = must(await ctx.db.get("users", userId), "signed-in user");
  const business = await ctx.db
    .query("businesses")
    .withIndex("by_ownerId", (q) => q.eq("ownerId", userId))
    .unique();
  return {
    userId,
    email: user.email ?? "",
    isAdmin: await isAdmin(ctx, userId),
    business: business === null ? null : ownBusiness(business),
  };
}

function ownBusiness(business: Doc<"businesses">) {
  const { peoplePerQueue, queueLimit } = plans[business.plan];
  return {
    businessId: business._id,
    name: business.name,
    plan: business.plan,
    logoUrl: business.logoUrl,
    timezone: business.timezone,
    isDemo: business.isDemo,
    ticketLimit: peoplePerQueue,
    queueLimit,
    autoComplete: business.autoComplete,
    graceMinutes: business.graceMinutes,
  };
}

function emailKey(email: string): string {
  return `password:${email}`;
}

async function accountOf(
  ctx: Pick<QueryCtx, "db">,
  email: string,
): Promise<Doc<"authAccounts"> | null> {
  return await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", "password").eq("providerAccountId", email),
    )
    .unique();
}
