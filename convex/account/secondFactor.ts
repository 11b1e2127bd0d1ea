/** One's own second factor: an app that makes codes, and codes for when it is lost (product.md O12). Where its codes are asked for: services/secondFactor.ts. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import { ensureProven, ensureUser } from "./data/access";
import { accountOf } from "./data/accounts";
import { countedValidator } from "./data/attempts";
import { mustHaveSecondFactor } from "./data/portal";
import { waitValidator } from "../base/data/rateLimits";
import {
  confirmFactor,
  factorOf,
  keepSecret,
  removeFactor,
  replaceRecovery,
  tryFirstCode,
  useProof,
} from "./data/secondFactors";
import { checkPassword, checkPerson } from "./services/ownPassword";
import { boundTo } from "./services/secondFactor";
import { internalMutation, userAction, userQuery } from "../functions";
import { environment } from "../base/services/env";
import { recoveryCodes } from "./services/randomness";
import { canSeal, seal, unseal } from "../base/services/sealed";
import { newTotpSecret, stepOfCode, totpUri } from "./services/totp";
import { appError, refuse } from "../base/rules/errors";
import { normalizeEmail } from "../base/rules/password";
import { doneOr, refused } from "../base/rules/refusals";
import { sealedValidator } from "../base/rules/sealed";
import { proofValidator, readCode } from "./rules/secondFactor";
import { hashSecret } from "../base/rules/secrets";

const given = {
  password: v.string(),
  /** Of the app, or a recovery code. */
  code: v.string(),
  device: v.nullable(v.string()),
};
const wrong = ["passwordWrong", "codeNeeded", "codeWrong"] as const;
const begun = v.union(
  v.object({
    ok: v.literal(true),
    /** What an app takes typed, in base 32. */
    secret: v.string(),
    /** What an app reads from a picture: otpauth://… */
    url: v.string(),
  }),
  refused("passwordWrong", "secretsOff", "secondFactorOn"),
);
const codes = v.object({
  ok: v.literal(true),
  /** Each opens the account once in place of the app. Shown now and never again. */
  recoveryCodes: v.array(v.string()),
});
const confirmed = v.union(codes, refused("codeWrong", "notFound"));
const renewed = v.union(codes, refused(...wrong));
const removed = doneOr(...wrong);
const firstTry = v.union(waitValidator, sealedValidator, v.null());
const shown = {
  proof: v.nullable(proofValidator),
  counted: countedValidator,
};

/** Whether a second factor guards the caller's account. */
export const status = userQuery({
  args: {},
  returns: v.object({
    /** Since when, ms; null: none does. */
    since: v.nullable(v.number()),
    recoveryLeft: v.number(),
    /** Whether this server can keep the secret of one. */
    isPossible: v.boolean(),
  }),
  handler: async (ctx) => {
    const factor = await factorOf(ctx, ctx.userId);
    return {
      since: factor?.confirmedAt ?? null,
      recoveryLeft: factor?.recoveryHashes.length ?? 0,
      isPossible: canSeal(),
    };
  },
});

/** A secret for an app, in place of one whose code was never shown; it guards nothing until `confirm`. @throws emailUnproven, tooManyRequests */
export const begin = userAction({
  args: { password: v.string(), device: v.nullable(v.string()) },
  returns: begun,
  handler: async (ctx, { password, device }): Promise<Infer<typeof begun>> => {
    if (!canSeal()) return refuse("secretsOff");
    const { userId, email } = ctx.user;
    const checked = await checkPassword(ctx, { email, password, device });
    if (!checked.ok) return checked;
    const plain = newTotpSecret();
    const secret = await seal(plain, boundTo(userId));
    const kept: boolean = await ctx.runMutation(
      internal.account.secondFactor.keep,
      {
        secret,
      },
    );
    if (!kept) return refuse("secondFactorOn");
    return { ok: true, secret: plain, url: totpUri(plain, email) };
  },
});

/** The app's first code: from now on the account is guarded. Whoever finds a phone that is signed in has ten guesses an hour like everybody. @throws tooManyRequests */
export const confirm = userAction({
  args: { code: v.string() },
  returns: confirmed,
  handler: async (ctx, { code }): Promise<Infer<typeof confirmed>> => {
    const { userId } = ctx.user;
    const secret: Infer<typeof firstTry> = await ctx.runMutation(
      internal.account.secondFactor.tryFirst,
      {},
    );
    if (secret !== null && "retryAfterMs" in secret) {
      throw appError("tooManyRequests", secret);
    }
    const plain = secret && (await unseal(secret, boundTo(userId)));
    if (!plain) return refuse("notFound");
    const read = readCode(code);
    const digits = read !== null && "digits" in read ? read.digits : "";
    const step = stepOfCode(plain, digits, Date.now());
    if (step === null) return refuse("codeWrong");
    const made = recoveryCodes();
    const recoveryHashes = await Promise.all(made.map(hashSecret));
    const isDone: boolean = await ctx.runMutation(
      internal.account.secondFactor.turnOn,
      { nonce: secret.nonce, step, recoveryHashes },
    );
    return isDone ? { ok: true, recoveryCodes: made } : refuse("notFound");
  },
});

/** New recovery codes in place of all others. @throws tooManyRequests */
export const renewRecovery = userAction({
  args: given,
  returns: renewed,
  handler: async (ctx, typed): Promise<Infer<typeof renewed>> => {
    const checked = await checkPerson(ctx, { ...ctx.user, ...typed });
    if (!checked.ok) return checked;
    const made = recoveryCodes();
    const recoveryHashes = await Promise.all(made.map(hashSecret));
    const { proof, counted } = checked;
    const isDone: boolean = await ctx.runMutation(
      internal.account.secondFactor.replaceCodes,
      { proof, counted, recoveryHashes },
    );
    return isDone ? { ok: true, recoveryCodes: made } : refuse("codeWrong");
  },
});

/** The password alone opens the account again. @throws tooManyRequests */
export const remove = userAction({
  args: given,
  returns: removed,
  handler: async (ctx, typed): Promise<Infer<typeof removed>> => {
    const checked = await checkPerson(ctx, { ...ctx.user, ...typed });
    if (!checked.ok) return checked;
    const { proof, counted } = checked;
    const isDone: boolean = await ctx.runMutation(
      internal.account.secondFactor.turnOff,
      { proof, counted },
    );
    return isDone ? { ok: true } : refuse("codeWrong");
  },
});

/** Keeps a secret until its first code is shown; false if one guards the account. The caller's, like all below. */
export const keep = internalMutation({
  args: { secret: sealedValidator },
  returns: v.boolean(),
  handler: async (ctx, { secret }) => {
    const proven = await ensureProven(ctx, environment());
    return await keepSecret(ctx, proven, secret);
  },
});

/** The secret that waits for its first code, for one try. */
export const tryFirst = internalMutation({
  args: {},
  returns: firstTry,
  handler: async (ctx) => {
    const { userId } = await ensureUser(ctx);
    return await tryFirstCode(ctx, userId, Date.now());
  },
});

/** The first code was right. False if another secret is there by now. */
export const turnOn = internalMutation({
  args: {
    nonce: v.string(),
    step: v.number(),
    recoveryHashes: v.array(v.string()),
  },
  returns: v.boolean(),
  handler: async (ctx, first) => {
    const proven = await ensureProven(ctx, environment());
    return await confirmFactor(ctx, proven, first, Date.now());
  },
});

/** False, and nothing done, if the code has been used, or nothing guards the account. */
export const replaceCodes = internalMutation({
  args: { ...shown, recoveryHashes: v.array(v.string()) },
  returns: v.boolean(),
  handler: async (ctx, { recoveryHashes, ...proved }) => {
    const { userId } = await ensureUser(ctx);
    if (!(await useProof(ctx, userId, proved, Date.now()))) return false;
    return await replaceRecovery(ctx, userId, recoveryHashes);
  },
});

/** False, and nothing done, if the code has been used. */
export const turnOff = internalMutation({
  args: shown,
  returns: v.boolean(),
  handler: async (ctx, proved) => {
    const { userId } = await ensureUser(ctx);
    const now = Date.now();
    if (!(await useProof(ctx, userId, proved, now))) return false;
    const isNeeded = mustHaveSecondFactor(environment());
    await removeFactor(ctx, userId, isNeeded, now);
    return true;
  },
});

/**
 * For somebody who has lost the app and all recovery codes, by who runs the
 * server and knows that it is them: `npx convex run account/secondFactor:removeOf
 * '{"email": "…"}'`.
 */
export const removeOf = internalMutation({
  args: { email: v.string() },
  returns: doneOr("noSuchAccount"),
  handler: async (ctx, { email }) => {
    const account = await accountOf(ctx, normalizeEmail(email) ?? "");
    if (account === null) return refuse("noSuchAccount");
    const isNeeded = mustHaveSecondFactor(environment());
    await removeFactor(ctx, account.userId, isNeeded, Date.now());
    return { ok: true as const };
  },
});
