/** Signing in with a password, as steps of auth.ts and of whoever asks for the password again: each try is counted before it is looked at. */
import { v } from "convex/values";
import { accountOf, setHash } from "./data/accounts";
import { openAdminSession } from "./data/adminSessions";
import { isAdmin } from "./data/admins";
import { countTry, tryDoesNotCount, tryWasRight } from "./data/attempts";
import { businessOfOwner } from "./data/businesses";
import { noteOwnNetwork } from "./data/ownNetworks";
import { waitValidator } from "./data/rateLimits";
import { beginSession } from "./data/sessions";
import { internalMutation } from "./functions";
import { callerOf } from "./integrations/caller";
import { shareOfHashes } from "./model/addresses";
import { shareValidator } from "./model/passwordHash";

/** What a try was counted on: data/attempts Counted. */
const countedValidator = v.union(
  v.object({ device: v.id("knownDevices") }),
  v.object({ network: v.string() }),
);

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
      isAdmin: v.boolean(),
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
    const isOfAdmin = account !== null && (await isAdmin(ctx, account.userId));
    return {
      userId: account?.userId ?? null,
      passwordHash: account?.secret ?? null,
      isAdmin: isOfAdmin,
      counted,
      share: [...shareOfHashes(email, caller, known)],
    };
  },
});

/**
 * The password was right: a session begins, the attempt does not count, the
 * browser and the shop's network are known, and an old hash is replaced. Null, and nothing done, if
 * the account has another password by now: somebody who was still trying the
 * old one stays outside.
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
  },
  returns: v.nullable(v.id("authSessions")),
  handler: async (ctx, given) => {
    const { email, counted, device, passwordHash, newHash } = given;
    const { asAdmin = false } = given;
    const account = await accountOf(ctx, email);
    if (account?.secret !== passwordHash) return null;
    const { userId } = account;
    if (asAdmin && !(await isAdmin(ctx, userId))) return null;
    const now = Date.now();
    await tryWasRight(ctx, { userId, email, counted, device }, now);
    if (newHash !== null) await setHash(ctx, account, newHash);
    const business = await businessOfOwner(ctx, userId);
    if (business !== null) {
      const { ip } = await ctx.meta.getRequestMetadata();
      const { network } = await callerOf(ip);
      await noteOwnNetwork(ctx, business._id, network, now);
    }
    const sessionId = await beginSession(ctx, userId, now);
    if (asAdmin) {
      const needsSecondFactor = false;
      const opened = { sessionId, userId, needsSecondFactor };
      await openAdminSession(ctx, opened, now);
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
