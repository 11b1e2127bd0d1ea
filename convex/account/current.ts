/** The signed-in user, and the steps of sign-up and password reset for auth.ts and http.ts. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import {
  ensureActing,
  ensureManager,
  ensureOwner,
  ensureUser,
} from "./data/access";
import {
  createAccount,
  createOwnBusiness,
  hasUser,
  ownEmail,
  noteSignUp,
} from "./data/accounts";
import { ownAccount } from "./data/ownAccount";
import { countSignUp } from "./data/attempts";
import { forgetDevices, rememberDevice } from "./data/knownDevices";
import {
  insertRequest,
  keepCode,
  requestReset,
  type Requested,
  setPassword,
  tryCode,
  userOfReset,
  waitingRequest,
} from "./data/passwordResets";
import { dropFactor, guardsReset, useProof } from "./data/secondFactors";
import { nameProblems } from "../queue/data/queues";
import { waitValidator } from "../base/data/rateLimits";
import { beginSession, currentSession, endSessions } from "./data/sessions";
import * as setup from "./data/setup";
import { ownSubscriptionAnswer } from "../billing/data/ownSubscription";
import { isSubscribed } from "../billing/data/subscriptions";
import { sendMail } from "../mail/services/mails";
import {
  internalAction,
  internalMutation,
  internalQuery,
  ownerMutation,
  publicAction,
  publicQuery,
  userMutation,
} from "../functions";
import { callerIn } from "../base/services/caller";
import { environment } from "../base/services/env";
import { resetCode } from "./services/randomness";
import { hashOfCode } from "./services/resetCodes";
import { adminSessionAnswer } from "./rules/adminSession";
import { shareOfHashes } from "../base/rules/addresses";
import { resetMail } from "./rules/mails";
import { normalizeEmail } from "../base/rules/password";
import { shareValidator } from "./rules/passwordHash";
import { proofValidator, STRANGERS } from "./rules/secondFactor";
import { shopClockFields } from "../base/rules/clockValidators";
import { planValidator } from "../base/rules/planValidators";
import { profileProblems } from "../business/rules/profile";
import { type Refused, doneOr, doneWith } from "../base/rules/refusals";
import { appError, refuse } from "../base/rules/errors";
import {
  noticeValidator,
  operatingHoursValidator,
  profileValidator,
  roleValidator,
  specialDaysValidator,
} from "../business/rules/validators";

/** The signed-in user with their business; null if signed out. */
export const me = publicQuery({
  args: {},
  returns: v.nullable(
    v.object({
      userId: v.id("users"),
      email: v.string(),
      /** In their shop; null without one. */
      name: v.nullable(v.string()),
      isAdmin: v.boolean(),
      /** The address is unproven, and this server can send a code (product.md A14). */
      needsProof: v.boolean(),
      /** Null outside the portal, also for an admin (product.md O10). */
      adminSession: v.nullable(adminSessionAnswer),
      /** The owner's address while an admin views their business (product.md O52); null: it is the user's own. */
      viewing: v.nullable(v.object({ email: v.string() })),
      /** The caller is the shop's tablet: then the rest is of the person on it. */
      tablet: v.nullable(v.object({ name: v.string(), isLocked: v.boolean() })),
      business: v.nullable(
        v.object({
          businessId: v.id("businesses"),
          name: v.string(),
          /** What the user is in it; an admin who views it reads as its owner. */
          role: roleValidator,
          plan: planValidator,
          logoUrl: v.nullable(v.string()),
          ...shopClockFields,
          isDemo: v.boolean(),
          ticketLimit: v.number(),
          queueLimit: v.number(),
          notice: v.nullable(noticeValidator),
          operatingHours: operatingHoursValidator,
          specialDays: specialDaysValidator,
          setupCompletedAt: v.nullable(v.number()),
          subscription: ownSubscriptionAnswer,
        }),
      ),
    }),
  ),
  handler: async (ctx) => {
    const session = await currentSession(ctx);
    if (session === null) return null;
    return await ownAccount(ctx, session, environment());
  },
});

/** Whether an account is gone, for a page whose session just ended. */
export const isDeleted = publicQuery({
  args: { userId: v.id("users") },
  returns: v.boolean(),
  handler: async (ctx, { userId }) => !(await hasUser(ctx, userId)),
});

/** The calling owner, for actions. @throws notSignedIn, viewingOnly, notAllowed for a user without a business */
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

/** The calling manager or owner, for actions. @throws notSignedIn, viewingOnly, notAllowed */
export const manager = internalQuery({
  args: {},
  returns: v.object({ userId: v.id("users"), businessId: v.id("businesses") }),
  handler: async (ctx) => {
    const { userId, business } = await ensureManager(ctx);
    return { userId, businessId: business._id };
  },
});

/** The calling user, for actions. @throws notSignedIn */
export const user = internalQuery({
  args: {},
  returns: v.object({ userId: v.id("users"), email: v.string() }),
  handler: async (ctx) => {
    const { userId } = await ensureUser(ctx);
    return { userId, email: await ownEmail(ctx, userId) };
  },
});

/** What http.ts answers the calling owner. @throws what `owner` throws */
export const ownStatus = internalQuery({
  args: {},
  returns: v.object({
    userId: v.id("users"),
    businessId: v.id("businesses"),
    isSubscribed: v.boolean(),
    plan: planValidator,
  }),
  handler: async (ctx) => {
    const { userId, business } = await ensureOwner(ctx);
    const { _id: businessId, plan } = business;
    const subscribed = await isSubscribed(ctx, businessId);
    return { userId, businessId, isSubscribed: subscribed, plan };
  },
});

/** Creates the caller's business if there is none. A null name gives a default. @throws notSignedIn, viewingOnly */
export const createBusiness = internalMutation({
  args: { name: v.nullable(v.string()) },
  returns: v.null(),
  handler: async (ctx, { name }) => {
    const { planWithoutPayment: plan } = environment();
    const { userId } = await ensureActing(ctx);
    await createOwnBusiness(ctx, userId, { name, plan }, Date.now());
  },
});

/** Creates user, password account and business together; null if the address is taken. @throws tooManyRequests */
export const create = internalMutation({
  args: {
    email: v.string(),
    passwordHash: v.string(),
    businessName: v.string(),
    timezone: v.string(),
  },
  returns: v.nullable(v.id("users")),
  handler: async (ctx, args) => {
    const now = Date.now();
    const wait = await countSignUp(ctx, await callerIn(ctx), now);
    if (wait !== null) throw appError("tooManyRequests", wait);
    const { planWithoutPayment: plan, mail } = environment();
    const userId = await createAccount(ctx, { ...args, plan }, now);
    // Without mail, addresses cannot be proven.
    if (userId !== null && mail !== null) await noteSignUp(ctx, userId, now);
    return userId;
  },
});

/** Requests a code by e-mail; `device` is the browser's secret. The answer is always the same. */
export const requestPasswordReset = publicAction({
  args: { email: v.string(), device: v.optional(v.string()) },
  returns: doneOr(
    "invalidEmail",
    "mailOff",
    "waitBeforeReset",
    "tooManyRequests",
  ),
  handler: async (
    ctx,
    { email: typed, device = null },
  ): Promise<Requested | Refused<"invalidEmail" | "mailOff">> => {
    const email = normalizeEmail(typed);
    if (email === null) return refuse("invalidEmail");
    if (environment().mail === null) return refuse("mailOff");
    const args = { email, device };
    return await ctx.runMutation(internal.account.current.beginReset, args);
  },
});

/** Counts the request and schedules the code, whether the address has an account or not. */
export const beginReset = internalMutation({
  args: { email: v.string(), device: v.nullable(v.string()) },
  returns: doneOr("waitBeforeReset", "tooManyRequests"),
  handler: async (ctx, { email, device }) => {
    const caller = await callerIn(ctx);
    return await requestReset(ctx, { email, caller, device }, Date.now());
  },
});

/** The address of a request; null without an account. */
export const waitingReset = internalQuery({
  args: { resetId: v.id("passwordResets") },
  returns: v.nullable(v.string()),
  handler: async (ctx, { resetId }) =>
    (await waitingRequest(ctx, resetId))?.email ?? null,
});

/** Makes and sends the code of a request, if the address has an account. */
export const mailReset = internalAction({
  args: { resetId: v.id("passwordResets") },
  returns: v.null(),
  handler: async (ctx, { resetId }) => await mailCode(ctx, resetId),
});

/** Of waiting jobs of earlier versions. */
export const sendReset = internalAction({
  args: { email: v.string(), asker: v.string() },
  returns: v.null(),
  handler: async (ctx, asked) => {
    const { keepRequest } = internal.account.current;
    const resetId: Id<"passwordResets"> = await ctx.runMutation(
      keepRequest,
      asked,
    );
    await mailCode(ctx, resetId);
  },
});

export const keepRequest = internalMutation({
  args: { email: v.string(), asker: v.string() },
  returns: v.id("passwordResets"),
  handler: async (ctx, asked) => await insertRequest(ctx, asked, Date.now()),
});

/** The code is in no row and no argument. */
async function mailCode(ctx: ActionCtx, resetId: Id<"passwordResets">) {
  const { mail } = environment();
  if (mail === null) return;
  const { current } = internal.account;
  const email: string | null = await ctx.runQuery(current.waitingReset, {
    resetId,
  });
  if (email === null) return;
  const code = resetCode();
  const codeHash = await hashOfCode(code, email);
  const made = { resetId, codeHash };
  const kept: boolean = await ctx.runMutation(current.keepReset, made);
  if (kept) await sendMail(ctx, mail, email, resetMail(code));
}

/** False if the request was dropped, or the address no longer has an account. */
export const keepReset = internalMutation({
  args: { resetId: v.id("passwordResets"), codeHash: v.string() },
  returns: v.boolean(),
  handler: async (ctx, given) => await keepCode(ctx, given, Date.now()),
});

/** Counts one attempt at an address's codes before it is checked. Returns the valid codes, or the wait. */
export const resetAttempt = internalMutation({
  args: { email: v.string(), device: v.nullable(v.string()) },
  returns: v.union(
    waitValidator,
    v.object({
      codes: v.array(
        v.object({ resetId: v.id("passwordResets"), codeHash: v.string() }),
      ),
      share: shareValidator,
    }),
  ),
  handler: async (ctx, { email, device }) => {
    const caller = await callerIn(ctx);
    const codes = await tryCode(ctx, { email, caller, device }, Date.now());
    if ("retryAfterMs" in codes) return codes;
    return { codes, share: shareOfHashes(email, caller, null) };
  },
});

/** The user whose password a right code resets; null if it was used since. */
export const resetter = internalQuery({
  args: { resetId: v.id("passwordResets") },
  returns: v.nullable(
    v.object({ userId: v.id("users"), hasSecondFactor: v.boolean() }),
  ),
  handler: async (ctx, { resetId }) => {
    const userId = await userOfReset(ctx, resetId);
    if (userId === null) return null;
    return { userId, hasSecondFactor: await guardsReset(ctx, userId) };
  },
});

/** After the right code: sets the password and replaces all sessions. Null if the code was used since. */
export const finishReset = internalMutation({
  args: {
    resetId: v.id("passwordResets"),
    newHash: v.string(),
    device: v.nullable(v.string()),
    proof: v.optional(v.nullable(proofValidator)),
  },
  returns: v.union(
    v.null(),
    v.literal("codeWrong"),
    v.object({ userId: v.id("users"), sessionId: v.id("authSessions") }),
  ),
  handler: async (ctx, { device, proof = null, ...given }) => {
    const now = Date.now();
    const userId = await userOfReset(ctx, given.resetId);
    if (userId === null) return null;
    if (!(await guardsReset(ctx, userId))) await dropFactor(ctx, userId);
    const shown = { proof, counted: STRANGERS };
    if (!(await useProof(ctx, userId, shown, now))) return "codeWrong";
    await setPassword(ctx, given, now);
    await rememberDevice(ctx, userId, device);
    const sessionId = await beginSession(ctx, userId, now);
    return { userId, sessionId };
  },
});

/** Ends all sessions of the signed-in user, including this one. @throws viewingOnly: an admin sees the owner's button */
export const signOutEverywhere = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { userId } = await ensureActing(ctx);
    await endSessions(ctx, userId);
    await forgetDevices(ctx, userId);
  },
});

/** Completes the first-run wizard: saves the profile and creates the first queue, if there is none. */
export const completeSetup = ownerMutation({
  args: {
    ...profileValidator.fields,
    /** The queue's name; absent or blank creates none. */
    firstQueue: v.optional(v.string()),
  },
  returns: doneWith(
    { queueId: v.nullable(v.id("queues")) },
    ...profileProblems,
    ...nameProblems,
    "queueLimit",
  ),
  handler: async (ctx, { firstQueue = null, ...profile }) => {
    const given = { profile, firstQueue };
    return await setup.completeSetup(ctx, ctx.business, given, Date.now());
  },
});
