/** Who is signed in, and what they do with their account; and the internal steps of the flows, which auth.ts and http.ts call. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { currentUser, ensureOwner, ensureUser } from "./data/access";
import {
  accountOf,
  createAccount,
  ensureOwnBusiness,
  ownAccount,
  setHash,
} from "./data/accounts";
import { countTry, forgetDevices, tryWasRight } from "./data/attempts";
import { finishSetup } from "./data/businesses";
import {
  keepCode,
  requestReset,
  setPassword,
  tryCode,
} from "./data/passwordResets";
import { beginSession, endSessions } from "./data/sessions";
import { ownSubscriptionAnswer } from "./data/ownSubscription";
import { isSubscribed } from "./data/subscriptions";
import {
  internalAction,
  internalMutation,
  internalQuery,
  ownerMutation,
  publicAction,
  publicQuery,
  userMutation,
} from "./functions";
import { environment } from "./integrations/env";
import { sendMail } from "./integrations/mail";
import { freshHash, resetCode } from "./integrations/randomness";
import { doneOrRefused } from "./model/answers";
import { operatingHoursValidator } from "./model/hours";
import { resetMail } from "./model/mails";
import { normalizeEmail } from "./model/password";
import { planValidator } from "./model/plans";
import { texts } from "./model/texts";

/** The signed-in user with their business; null for everybody else. */
export const me = publicQuery({
  args: {},
  returns: v.nullable(
    v.object({
      userId: v.id("users"),
      email: v.string(),
      isAdmin: v.boolean(),
      business: v.nullable(
        v.object({
          businessId: v.id("businesses"),
          name: v.string(),
          plan: planValidator,
          logoUrl: v.nullable(v.string()),
          timezone: v.string(),
          isDemo: v.boolean(),
          ticketLimit: v.number(),
          queueLimit: v.number(),
          autoComplete: v.boolean(),
          graceMinutes: v.number(),
          setupCompletedAt: v.nullable(v.number()),
          subscription: ownSubscriptionAnswer,
        }),
      ),
    }),
  ),
  handler: async (ctx) => {
    const userId = await currentUser(ctx);
    return userId === null ? null : await ownAccount(ctx, userId);
  },
});

/**
 * The calling owner, for actions, which have no database of their own.
 * @throws NotSignedIn, or NotAllowed for a user without a business
 */
export const owner = internalQuery({
  args: {},
  returns: v.object({
    userId: v.id("users"),
    businessId: v.id("businesses"),
    email: v.string(),
  }),
  handler: async (ctx) => {
    const { userId, business } = await ensureOwner(ctx);
    return { userId, businessId: business._id, email: business.email };
  },
});

/**
 * What http.ts tells the calling owner.
 * @throws NotSignedIn, or NotAllowed for a user without a business
 */
export const ownStatus = internalQuery({
  args: {},
  returns: v.object({
    userId: v.id("users"),
    isSubscribed: v.boolean(),
    plan: planValidator,
  }),
  handler: async (ctx) => {
    const { userId, business } = await ensureOwner(ctx);
    const subscribed = await isSubscribed(ctx, business._id);
    return { userId, isSubscribed: subscribed, plan: business.plan };
  },
});

/**
 * The caller's business, made now if there is none; a name of null gives a default.
 * @throws NotSignedIn
 */
export const ensureBusiness = internalMutation({
  args: { name: v.nullable(v.string()) },
  returns: v.null(),
  handler: async (ctx, { name }) => {
    const { planWithoutPayment: plan } = environment();
    const { userId } = await ensureUser(ctx);
    await ensureOwnBusiness(ctx, userId, { name, plan }, Date.now());
    return null;
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
  returns: v.nullable(v.id("users")),
  handler: async (ctx, args) => {
    const { planWithoutPayment: plan } = environment();
    return await createAccount(ctx, { ...args, plan }, Date.now());
  },
});

/**
 * Counts one attempt before the password is looked at, so that parallel
 * guesses cannot pass the limit. Null: too many attempts.
 */
export const attempt = internalMutation({
  args: { email: v.string(), device: v.nullable(v.string()) },
  returns: v.nullable(
    v.object({
      userId: v.nullable(v.id("users")),
      passwordHash: v.nullable(v.string()),
      bucket: v.string(),
    }),
  ),
  handler: async (ctx, { email, device }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const counted = await countTry(ctx, { email, ip, device }, Date.now());
    if (counted === null) return null;
    const { account, bucket } = counted;
    return {
      userId: account?.userId ?? null,
      passwordHash: account?.secret ?? null,
      bucket,
    };
  },
});

/**
 * The password was right: a session begins, the attempt does not count, the
 * browser is known, and an old hash is replaced. Null, and nothing done, if
 * the account has another password by now: somebody who was still trying the
 * old one stays outside.
 */
export const accepted = internalMutation({
  args: {
    email: v.string(),
    bucket: v.string(),
    device: v.nullable(v.string()),
    passwordHash: v.string(),
    newHash: v.nullable(v.string()),
  },
  returns: v.nullable(v.id("authSessions")),
  handler: async (ctx, given) => {
    const { email, bucket, device, passwordHash, newHash } = given;
    const account = await accountOf(ctx, email);
    if (account?.secret !== passwordHash) return null;
    const { userId } = account;
    await tryWasRight(ctx, { userId, bucket, device }, Date.now());
    if (newHash !== null) await setHash(ctx, account, newHash);
    return await beginSession(ctx, userId, Date.now());
  },
});

/** Asks for a code by e-mail. The answer is the same for every address. */
export const requestPasswordReset = publicAction({
  args: { email: v.string() },
  returns: doneOrRefused,
  handler: async (ctx, args) => {
    const email = normalizeEmail(args.email);
    if (email === null) return refuse(texts.invalidEmail);
    if (environment().mail === null) return refuse(texts.mailOff);
    const answer = await ctx.runMutation(internal.account.beginReset, {
      email,
    });
    if (answer === "wait") return refuse(texts.waitBeforeReset);
    if (answer === "tooMany") return refuse(texts.tooManyRequests);
    return { ok: true as const };
  },
});

/** Counts the request and schedules what follows, whether the address has an account or not. */
export const beginReset = internalMutation({
  args: { email: v.string() },
  returns: v.union(v.literal("sent"), v.literal("wait"), v.literal("tooMany")),
  handler: async (ctx, { email }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    return await requestReset(ctx, email, ip, Date.now());
  },
});

/** Makes a code and sends it, if the address has an account. The code itself is in no row and no argument. */
export const sendReset = internalAction({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    const { mail } = environment();
    if (mail === null) return null;
    const code = resetCode();
    const codeHash = await freshHash(code);
    const kept: boolean = await ctx.runMutation(internal.account.keepReset, {
      email,
      codeHash,
    });
    if (kept) await sendMail(mail, email, resetMail(code));
    return null;
  },
});

/** False if the address has no account. */
export const keepReset = internalMutation({
  args: { email: v.string(), codeHash: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { email, codeHash }) =>
    await keepCode(ctx, email, codeHash, Date.now()),
});

/** Counts one try at a code before it is looked at. Null: too many tries. */
export const resetAttempt = internalMutation({
  args: { email: v.string(), device: v.nullable(v.string()) },
  returns: v.nullable(
    v.object({
      resetId: v.nullable(v.id("passwordResets")),
      codeHash: v.nullable(v.string()),
      bucket: v.string(),
    }),
  ),
  handler: async (ctx, { email, device }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    return await tryCode(ctx, { email, ip, device }, Date.now());
  },
});

/** The code was right: new password, no sessions. Null if it has been used since. */
export const finishReset = internalMutation({
  args: { resetId: v.id("passwordResets"), newHash: v.string() },
  returns: v.nullable(v.id("users")),
  handler: async (ctx, args) => await setPassword(ctx, args),
});

/** Ends all sessions of the signed-in user, this one too. */
export const signOutEverywhere = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await endSessions(ctx, ctx.userId);
    await forgetDevices(ctx, ctx.userId);
    return null;
  },
});

/** The first-run wizard: what the owner says about the business, and that it is done. */
export const completeSetup = ownerMutation({
  args: {
    name: v.string(),
    phone: v.nullable(v.string()),
    description: v.nullable(v.string()),
    slotMinutes: v.number(),
    operatingHours: operatingHoursValidator,
  },
  returns: doneOrRefused,
  handler: async (ctx, profile) =>
    await finishSetup(ctx, ctx.business, profile, Date.now()),
});

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
