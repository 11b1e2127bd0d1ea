/** Signing in with a password, as steps of auth.ts and of whoever asks for the password again: each try is counted before it is looked at. */
import { v } from "convex/values";
import { accountOf, setHash } from "./data/accounts";
import { becomeFirstAdmin, mayAdminister, openPortal } from "./data/portal";
import {
  bucketsOf,
  countedValidator,
  countTry,
  tryDoesNotCount,
  tryWasRight,
} from "./data/attempts";
import { businessOfOwner } from "../business/data/businesses";
import { noteOwnNetwork } from "../queue/data/shopNetworks";
import { takeFromAll, waitValidator } from "../base/data/rateLimits";
import { factorOf, tryFactor, useProof } from "./data/secondFactors";
import { beginSession, endReplaced } from "./data/sessions";
import { internalMutation } from "../functions";
import { callerOf } from "../base/services/caller";
import { environment } from "../base/services/env";
import { shareOfHashes } from "../base/rules/addresses";
import { shareValidator } from "./rules/passwordHash";
import { sealedValidator } from "../base/rules/sealed";
import { proofValidator } from "./rules/secondFactor";

/** The sign-in of admins is open to who is signed in already. */
const REPLACED_MS = 30_000;

/**
 * Counts one attempt before the password is looked at, so that parallel
 * guesses cannot pass the limit; or says how long to wait.
 */
export const attempt = internalMutation({
  args: { email: v.string(), device: v.nullable(v.string()) },
  returns: v.union(
    waitValidator,
    v.object({
      userId: v.nullable(v.id("users")),
      passwordHash: v.nullable(v.string()),
      mayAdminister: v.boolean(),
      hasSecondFactor: v.boolean(),
      counted: countedValidator,
      share: shareValidator,
    }),
  ),
  handler: async (ctx, { email, device }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const caller = await callerOf(ip);
    const begun = await countTry(ctx, { email, caller, device }, Date.now());
    if ("retryAfterMs" in begun) return begun;
    const { account, counted } = begun;
    const known = "device" in counted ? counted.device : null;
    const userId = account?.userId ?? null;
    return {
      userId,
      passwordHash: account?.secret ?? null,
      mayAdminister:
        userId !== null && (await mayAdminister(ctx, userId, environment())),
      hasSecondFactor:
        userId !== null && (await factorOf(ctx, userId)) !== null,
      counted,
      share: [...shareOfHashes(email, caller, known)],
    };
  },
});

/** Counts what no page of ours sends as a sign-in, or says how long to wait. */
export const odd = internalMutation({
  args: {},
  returns: v.nullable(waitValidator),
  handler: async (ctx) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const buckets = bucketsOf(await callerOf(ip), "signIn");
    return await takeFromAll(ctx, buckets, Date.now());
  },
});

/** Counts a try at the code of a second factor, and gives what to look at it with; null if nothing guards the account any more. */
export const tryCode = internalMutation({
  args: { userId: v.id("users"), counted: countedValidator },
  returns: v.union(waitValidator, sealedValidator, v.null()),
  handler: async (ctx, { userId, counted }) =>
    await tryFactor(ctx, userId, counted, Date.now()),
});

/**
 * The password was right: a session begins, the attempt does not count, the
 * browser and the shop's network are known, and an old hash is replaced. Null, and nothing done, if
 * the account has another password by now: somebody who was still trying the
 * old one stays outside. Nothing either if the code of the second factor has
 * been used meanwhile.
 */
export const accepted = internalMutation({
  args: {
    email: v.string(),
    counted: countedValidator,
    device: v.nullable(v.string()),
    passwordHash: v.string(),
    newHash: v.nullable(v.string()),
    /** Into the portal, which takes an admin. */
    asAdmin: v.optional(v.boolean()),
    proof: v.optional(v.nullable(proofValidator)),
  },
  returns: v.union(v.null(), v.literal("codeWrong"), v.id("authSessions")),
  handler: async (ctx, given) => {
    const { email, counted, device, passwordHash, newHash } = given;
    const { asAdmin = false, proof = null } = given;
    const account = await accountOf(ctx, email);
    if (account?.secret !== passwordHash) return null;
    const { userId } = account;
    const now = Date.now();
    const settings = environment();
    if (asAdmin && !(await mayAdminister(ctx, userId, settings))) return null;
    const shown = { proof, counted };
    if (!(await useProof(ctx, userId, shown, now))) return "codeWrong";
    await tryWasRight(ctx, { userId, email, counted, device }, now);
    if (newHash !== null) await setHash(ctx, account, newHash);
    const business = await businessOfOwner(ctx, userId);
    if (business !== null) {
      const { ip } = await ctx.meta.getRequestMetadata();
      const { network } = await callerOf(ip);
      await noteOwnNetwork(ctx, business._id, network, now);
    }
    const replaced = asAdmin ? REPLACED_MS : 0;
    const sessionId = await beginSession(ctx, userId, now, replaced);
    if (asAdmin) {
      await becomeFirstAdmin(ctx, userId, settings, now);
      await openPortal(ctx, { sessionId, userId }, settings, now);
    }
    return sessionId;
  },
});

/** The password was right: the attempt does not count. */
export const uncount = internalMutation({
  args: { email: v.string(), counted: countedValidator },
  returns: v.null(),
  handler: async (ctx, { email, counted }) => {
    await tryDoesNotCount(ctx, email, counted, Date.now());
    return null;
  },
});

/** A session that the sign-in of an admin has replaced. */
export const replaced = internalMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    await endReplaced(ctx, sessionId);
    return null;
  },
});
