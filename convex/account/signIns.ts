/** Steps of password sign-in, for auth.ts and for code that asks for the password again. */
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
import { workplaceOf } from "../business/data/members";
import { may } from "../business/rules/roles";
import { noteOwnNetwork } from "../queue/data/shopNetworks";
import { takeFromAll, waitValidator } from "../base/data/rateLimits";
import { factorOf, tryFactor, useProof } from "./data/secondFactors";
import { beginSession, endReplaced } from "./data/sessions";
import { internalMutation } from "../functions";
import { callerIn } from "../base/services/caller";
import { environment } from "../base/services/env";
import { shareOfHashes } from "../base/rules/addresses";
import { shareValidator } from "./rules/passwordHash";
import { sealedValidator } from "../base/rules/sealed";
import { proofValidator } from "./rules/secondFactor";

/** Time for open pages to switch, because a signed-in user can sign in as admin. */
const REPLACED_MS = 30_000;

/** Counts one attempt before the password is checked, or returns the wait: parallel guesses cannot pass the limit. */
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
    const caller = await callerIn(ctx);
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
      share: shareOfHashes(email, caller, known),
    };
  },
});

/** Counts a sign-in request that no page of ours sends, or says how long to wait. */
export const odd = internalMutation({
  args: {},
  returns: v.nullable(waitValidator),
  handler: async (ctx) => {
    const buckets = bucketsOf(await callerIn(ctx), "signIn");
    return await takeFromAll(ctx, Date.now(), ...buckets);
  },
});

/** Counts an attempt at a second factor's code, and returns the secret; null without a second factor. */
export const tryCode = internalMutation({
  args: { userId: v.id("users"), counted: countedValidator },
  returns: v.union(waitValidator, sealedValidator, v.null()),
  handler: async (ctx, { userId, counted }) =>
    await tryFactor(ctx, userId, counted, Date.now()),
});

/** After the right password: begins a session, unless the password changed in the meantime (null), or the code was used. */
export const accepted = internalMutation({
  args: {
    email: v.string(),
    counted: countedValidator,
    device: v.nullable(v.string()),
    passwordHash: v.string(),
    newHash: v.nullable(v.string()),
    /** Signs in to the portal; only for an admin. */
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
    const workplace = await workplaceOf(ctx, userId);
    // Staff may sign in at home (product.md R1).
    if (workplace !== null && may(workplace.role, "manageShop")) {
      const { network } = await callerIn(ctx);
      await noteOwnNetwork(ctx, workplace.business._id, network, now);
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

/** Gives the attempt back after the right password. */
export const uncount = internalMutation({
  args: { email: v.string(), counted: countedValidator },
  returns: v.null(),
  handler: async (ctx, { email, counted }) => {
    await tryDoesNotCount(ctx, email, counted, Date.now());
  },
});

/** Ends a session that an admin's sign-in replaced. */
export const replaced = internalMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => await endReplaced(ctx, sessionId),
});
