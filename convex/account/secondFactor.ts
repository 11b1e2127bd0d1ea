/** The user's second factor: an app that makes codes, and recovery codes (product.md O12). */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import { ensureActing, ensureProven } from "./data/access";
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
import { doneOr, doneWith, refused } from "../base/rules/refusals";
import { sealedValidator } from "../base/rules/sealed";
import { proofValidator, readCode } from "./rules/secondFactor";
import { hashSecret } from "../base/rules/secrets";

const { secondFactor } = internal.account;
const given = {
  password: v.string(),
  /** The app's code, or a recovery code. */
  code: v.string(),
  device: v.nullable(v.string()),
};
const wrong = ["passwordWrong", "codeNeeded", "codeWrong"] as const;
const begun = doneWith(
  {
    /** In base 32, to type into an app. */
    secret: v.string(),
    /** The content of the QR code: otpauth://… */
    url: v.string(),
  },
  "passwordWrong",
  "secretsOff",
  "secondFactorOn",
);
const codes = v.object({
  ok: v.literal(true),
  /** Each opens the account once in place of the app. Shown only now. */
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
    /** Since when, ms; null: not at all. */
    since: v.nullable(v.number()),
    recoveryLeft: v.number(),
    /** Whether this server can store a secret. */
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

/** Makes a secret for an app. It guards nothing until `confirm`. @throws emailUnproven, tooManyRequests */
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
    const kept: boolean = await ctx.runMutation(secondFactor.keep, { secret });
    return kept
      ? { ok: true, secret: plain, url: totpUri(plain, email) }
      : refuse("secondFactorOn");
  },
});

/** Takes the app's first code, which turns the factor on. @throws tooManyRequests */
export const confirm = userAction({
  args: { code: v.string() },
  returns: confirmed,
  handler: async (ctx, { code }): Promise<Infer<typeof confirmed>> => {
    const { userId } = ctx.user;
    const secret: Infer<typeof firstTry> = await ctx.runMutation(
      secondFactor.tryFirst,
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
    const first = { nonce: secret.nonce, step, recoveryHashes };
    const isDone: boolean = await ctx.runMutation(secondFactor.turnOn, first);
    return isDone ? { ok: true, recoveryCodes: made } : refuse("notFound");
  },
});

/** Replaces all recovery codes. @throws tooManyRequests */
export const renewRecovery = userAction({
  args: given,
  returns: renewed,
  handler: async (ctx, typed): Promise<Infer<typeof renewed>> => {
    const checked = await checkPerson(ctx, { ...ctx.user, ...typed });
    if (!checked.ok) return checked;
    const made = recoveryCodes();
    const recoveryHashes = await Promise.all(made.map(hashSecret));
    const { proof, counted } = checked;
    const isDone: boolean = await ctx.runMutation(secondFactor.replaceCodes, {
      ...{ proof, counted, recoveryHashes },
    });
    return isDone ? { ok: true, recoveryCodes: made } : refuse("codeWrong");
  },
});

/** Removes the second factor; the password alone opens the account. @throws tooManyRequests */
export const remove = userAction({
  args: given,
  returns: removed,
  handler: async (ctx, typed): Promise<Infer<typeof removed>> => {
    const checked = await checkPerson(ctx, { ...ctx.user, ...typed });
    if (!checked.ok) return checked;
    const { proof, counted } = checked;
    const proved = { proof, counted };
    const isDone: boolean = await ctx.runMutation(secondFactor.turnOff, proved);
    return isDone ? { ok: true } : refuse("codeWrong");
  },
});

/** Stores a secret until its first code; false if a factor is on. This and all below act for the caller. */
export const keep = internalMutation({
  args: { secret: sealedValidator },
  returns: v.boolean(),
  handler: async (ctx, { secret }) => {
    const proven = await ensureProven(ctx, environment());
    return await keepSecret(ctx, proven, secret);
  },
});

/** Counts an attempt, and returns the secret that waits for its first code. */
export const tryFirst = internalMutation({
  args: {},
  returns: firstTry,
  handler: async (ctx) => {
    const { userId } = await ensureActing(ctx);
    return await tryFirstCode(ctx, userId, Date.now());
  },
});

/** After the right first code. False if the secret was replaced in the meantime. */
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

/** False, with nothing done, if the code was used or there is no second factor. */
export const replaceCodes = internalMutation({
  args: { ...shown, recoveryHashes: v.array(v.string()) },
  returns: v.boolean(),
  handler: async (ctx, { recoveryHashes, ...proved }) => {
    const { userId } = await ensureActing(ctx);
    if (!(await useProof(ctx, userId, proved, Date.now()))) return false;
    return await replaceRecovery(ctx, userId, recoveryHashes);
  },
});

/** False, with nothing done, if the code was used. */
export const turnOff = internalMutation({
  args: shown,
  returns: v.boolean(),
  handler: async (ctx, proved) => {
    const { userId } = await ensureActing(ctx);
    const now = Date.now();
    if (!(await useProof(ctx, userId, proved, now))) return false;
    const isNeeded = mustHaveSecondFactor(environment());
    await removeFactor(ctx, userId, isNeeded, now);
    return true;
  },
});

/** For a user who lost app and codes. Operators: `npx convex run account/secondFactor:removeOf '{"email": "…"}'`. */
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
