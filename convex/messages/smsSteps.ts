/** The transactions of a queued text: claim, settle, and Twilio's callbacks. */
import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { ensureOwner, ensureProven } from "../account/data/access";
import { isOptedOut, setOptedOut } from "./data/smsOptOuts";
import {
  keepOwnTwilio,
  settingsOfAccount,
  textSettingsOf,
} from "./data/smsSettings";
import { takeFromAll } from "../base/data/rateLimits";
import {
  advanceText,
  claimText,
  findText,
  mayGo,
  settleText,
} from "./data/sms";
import { internalMutation, internalQuery } from "../functions";
import { pairHashOf } from "../base/services/caller";
import { environment } from "../base/services/env";
import { refuse } from "../base/rules/errors";
import { isPaidFor } from "../base/rules/phone";
import { plans } from "../base/rules/plans";
import { twilioChecksPerBusiness } from "../base/rules/rateLimit";
import { doneWith } from "../base/rules/refusals";
import { sealedValidator } from "../base/rules/sealed";
import {
  reasonOf,
  sentOutcomeValidator,
  stateOf,
  textReasonValidator,
  textStateValidator,
  type TextReason,
} from "./rules/sms";

const ownAccount = v.object({
  businessId: v.id("businesses"),
  secret: sealedValidator,
});

/** Claims a queued text, once; null if it must not go out. STOP is checked here, so it applies from then on. */
export const claim = internalMutation({
  args: { smsId: v.id("smsMessages") },
  returns: v.nullable(
    v.object({
      /** The shop's own account; null for the platform's. */
      own: v.nullable(ownAccount),
      from: v.string(),
      to: v.string(),
      body: v.string(),
    }),
  ),
  handler: async (ctx, { smsId }) => {
    const now = Date.now();
    const row = await claimText(ctx, smsId, now);
    if (row === null) return null;
    const { businessId, to, via, body } = row;
    const settings = await textSettingsOf(ctx, businessId);
    const twilio = via === "own" ? (settings?.twilio ?? null) : null;
    const { texts } = environment();
    const from =
      via === "own" ? twilio?.from : (texts?.platform?.from ?? undefined);
    const isOut =
      from !== undefined && (await isOptedOut(ctx, await pairHashOf(from, to)));
    const isAbroad =
      via === "platform" && !isPaidFor(to, texts?.countries ?? []);
    const goes = await mayGo(ctx, row, { from, isOut, isAbroad }, now);
    if (!goes || from === undefined) return null;
    const own = twilio && { businessId, secret: twilio.secret };
    return { own, from, to, body };
  },
});

/** What became of a text so far; null if it is gone. */
export const outcome = internalQuery({
  args: { smsId: v.id("smsMessages") },
  returns: v.nullable(
    v.object({
      state: textStateValidator,
      reason: v.nullable(textReasonValidator),
    }),
  ),
  handler: async (ctx, { smsId }) => {
    const row = await findText(ctx, smsId);
    return row && { state: row.state, reason: row.reason };
  },
});

export const settle = internalMutation({
  args: { smsId: v.id("smsMessages"), outcome: sentOutcomeValidator },
  returns: v.null(),
  handler: async (ctx, { smsId, outcome }) => {
    const row = await findText(ctx, smsId);
    if (row === null) return;
    await settleText(ctx, row, outcome);
    if (outcome.kind === "refused")
      await noteStop(ctx, row, reasonOf(outcome.code));
  },
});

/** The shops that may be behind a Twilio account that calls us. The caller verifies with their tokens. */
export const accounts = internalQuery({
  args: { accountHash: v.string() },
  returns: v.array(ownAccount),
  handler: async (ctx, { accountHash }) => {
    const found = await settingsOfAccount(ctx, accountHash);
    return found.flatMap(({ businessId, twilio }) =>
      twilio === null ? [] : [{ businessId, secret: twilio.secret }],
    );
  },
});

/** Stores the status of a text from Twilio. Ignores texts of other accounts, and outdated news. */
export const told = internalMutation({
  args: {
    /** Our id, from the callback address. */
    smsId: v.string(),
    sid: v.string(),
    status: v.string(),
    errorCode: v.nullable(v.number()),
    /** The shops whose account called; null for the platform's. */
    businessIds: v.nullable(v.array(v.id("businesses"))),
  },
  returns: v.null(),
  handler: async (ctx, { smsId, sid, status, errorCode, businessIds }) => {
    const row = await findText(ctx, smsId);
    const state = stateOf(status);
    if (row === null || state === null) return;
    const isTheirs =
      businessIds === null
        ? row.via === "platform"
        : row.via === "own" && businessIds.includes(row.businessId);
    if (!isTheirs || (row.sid !== null && row.sid !== sid)) return;
    const isBad = state === "failed" || state === "undelivered";
    const reason = isBad ? reasonOf(errorCode) : null;
    await advanceText(ctx, row, { state, reason, sid });
    await noteStop(ctx, row, reason);
  },
});

/** Twilio knows of a STOP that it has not told us. */
async function noteStop(
  ctx: MutationCtx,
  { from, to }: Doc<"smsMessages">,
  reason: TextReason | null,
): Promise<void> {
  if (reason !== "optedOut" || from === null) return;
  await setOptedOut(ctx, await pairHashOf(from, to), true, Date.now());
}

/** Whether this owner may have an account, before Twilio is asked; their country. @throws notSignedIn, notAllowed */
export const mayKeepAccount = internalMutation({
  args: {},
  returns: doneWith(
    { country: v.nullable(v.string()) },
    "smsNotInPlan",
    "tooManyRequests",
  ),
  handler: async (ctx) => {
    const { business } = await ensureOwner(ctx);
    await ensureProven(ctx, environment());
    if (plans[business.plan].smsPerMonth === 0) return refuse("smsNotInPlan");
    const key = `twilio:${business._id}`;
    const limit = twilioChecksPerBusiness;
    const wait = await takeFromAll(ctx, Date.now(), [key, limit]);
    if (wait !== null) return refuse("tooManyRequests", wait);
    return { ok: true as const, country: business.country };
  },
});

/** Stores the account that Twilio has confirmed. @throws emailUnproven, notSignedIn, notAllowed */
export const keepAccount = internalMutation({
  args: {
    secret: sealedValidator,
    accountHash: v.string(),
    sidLast4: v.string(),
    from: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, twilio) => {
    const { business } = await ensureOwner(ctx);
    const proven = await ensureProven(ctx, environment());
    await keepOwnTwilio(ctx, proven, business._id, twilio);
  },
});
