/** An owner's Google calendar (product.md K2): status, connecting, disconnecting. */
import type { FunctionReturnType } from "convex/server";
import { v, type Infer } from "convex/values";
import { oneOf } from "../base/rules/oneOf";
import { internal } from "../_generated/api";
import { ensureOwner, ensureProven } from "../account/data/access";
import { lookAtBusy } from "./data/busy";
import * as connecting from "./data/connecting";
import { connectionOf } from "./data/connections";
import {
  internalMutation,
  ownerAction,
  ownerMutation,
  ownerQuery,
} from "../functions";
import { environment } from "../base/services/env";
import { urlSecret } from "../account/services/randomness";
import { appError, refuse } from "../base/rules/errors";
import { challengeOf, consentUrl, isCode } from "./rules/googleFlow";
import { doneOr, doneWith } from "../base/rules/refusals";
import { sealedValidator } from "../base/rules/sealed";

const accountArgs = {
  businessId: v.id("businesses"),
  account: v.object({
    googleId: v.string(),
    email: v.string(),
    token: sealedValidator,
  }),
};
const finished = doneOr(
  "calendarOff",
  "calendarFlowOver",
  "calendarDenied",
  "calendarTaken",
  "noGoogleEmail",
  "calendarNotConnected",
);

/** `off`: this server has no Google settings. `expired`: the owner must connect again. */
export const status = ownerQuery({
  args: {},
  returns: v.object({
    state: oneOf("off", "disconnected", "connected", "expired"),
    email: v.nullable(v.string()),
    connectedAt: v.nullable(v.number()),
    /** Google could not be reached, or refused a booking. */
    trouble: v.nullable(oneOf("unreachable", "refused")),
    /** When the busy times were read. */
    busyAsOf: v.nullable(v.number()),
  }),
  handler: async (ctx) => {
    const row = await connectionOf(ctx, ctx.business._id);
    if (row === null) {
      const isOff = environment().google === null;
      return {
        state: isOff ? ("off" as const) : ("disconnected" as const),
        ...{ email: null, connectedAt: null, trouble: null, busyAsOf: null },
      };
    }
    const { email, connectedAt, trouble, busyAsOf } = row;
    const state = row.isExpired ? ("expired" as const) : ("connected" as const);
    return { state, email, connectedAt, trouble, busyAsOf };
  },
});

/** Returns Google's consent page. The answer must reach `finish` from this session within ten minutes. */
export const connect = ownerAction({
  args: {},
  returns: doneWith({ url: v.string() }, "calendarOff"),
  handler: async (ctx) => {
    const { google } = environment();
    if (google === null) return refuse("calendarOff");
    const state = urlSecret();
    const verifier = `${urlSecret()}${urlSecret()}`;
    await ctx.runMutation(internal.calendar.connection.openFlow, {
      state,
      verifier,
    });
    const challenge = await challengeOf(verifier);
    const url = consentUrl(google.consentUrl, { ...google, state, challenge });
    return { ok: true as const, url };
  },
});

/** Takes Google's answer from the browser that was sent there. A refusal changes nothing. */
export const finish = ownerAction({
  args: { state: v.string(), code: v.string() },
  returns: finished,
  handler: async (ctx, { state, code }): Promise<Infer<typeof finished>> => {
    if (!isCode(code)) return refuse("calendarFlowOver");
    const verifier: string | null = await ctx.runMutation(
      internal.calendar.connection.takeFlow,
      { state },
    );
    if (verifier === null) return refuse("calendarFlowOver");
    const { businessId } = ctx.owner;
    const exchanged: Exchanged = await ctx.runAction(
      internal.calendar.googleCalls.exchange,
      { businessId, code, verifier },
    );
    if (!exchanged.ok) return exchanged;
    return await ctx.runMutation(internal.calendar.connection.keep, {
      businessId,
      account: exchanged.account,
    });
  },
});
type Exchanged = FunctionReturnType<
  typeof internal.calendar.googleCalls.exchange
>;

/** Forgets the calendar and revokes our access at Google. */
export const disconnect = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const row = await connectionOf(ctx, ctx.business._id);
    if (row !== null) await connecting.disconnect(ctx, row, Date.now());
  },
});

/** The owner looks at the calendar's card. Refreshes busy times that are old. */
export const look = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await lookAtBusy(ctx, ctx.business._id, Date.now()),
});

/** Records that the caller's browser goes to Google. @throws emailUnproven */
export const openFlow = internalMutation({
  args: { state: v.string(), verifier: v.string() },
  returns: v.null(),
  handler: async (ctx, flow) => {
    const proven = await ensureProven(ctx, environment());
    await connecting.beginFlow(ctx, proven, flow, Date.now());
  },
});

/** Ends the flow that the caller's browser began with this state, and returns its verifier; else null. */
export const takeFlow = internalMutation({
  args: { state: v.string() },
  returns: v.nullable(v.string()),
  handler: async (ctx, { state }) =>
    await connecting.takeFlow(ctx, state, Date.now()),
});

/** Connects an account if the caller's session is still valid. @throws notSignedIn, notAllowed, emailUnproven */
export const keep = internalMutation({
  args: accountArgs,
  returns: doneOr("calendarTaken"),
  handler: async (ctx, { businessId, account }) => {
    const { business } = await ensureOwner(ctx);
    if (business._id !== businessId) throw appError("notAllowed");
    const proven = await ensureProven(ctx, environment());
    return await connecting.connect(
      ctx,
      proven,
      businessId,
      account,
      Date.now(),
    );
  },
});
