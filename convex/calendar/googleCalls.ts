/**
 * Actions that call Google (product.md K2 to K4). Tokens are opened only here: no other function's argument, answer or
 * log contains one.
 */
"use node";

import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { turnValidator } from "./data/outbox";
import type { revocationValidator } from "./data/revocations";
import { internalAction } from "../functions";
import { environment } from "../base/services/env";
import {
  busyTimes,
  exchangeCode,
  openCalendar,
  revoke as revokeAtGoogle,
  writeEvent,
} from "./services/google";
import { seal, unseal, type SealedFor } from "../base/services/sealed";
import { merged } from "./rules/busy";
import type { Written } from "./rules/events";
import { refuse } from "../base/rules/errors";
import { doneWith } from "../base/rules/refusals";
import { sealedValidator } from "../base/rules/sealed";

type Turn = Infer<typeof turnValidator>;
type Asking = Pick<Turn, "connectionId" | "token"> & {
  span: { start: number; end: number };
};
const businessArg = { businessId: v.id("businesses") };
const exchanged = doneWith(
  {
    account: v.object({
      googleId: v.string(),
      email: v.string(),
      token: sealedValidator,
    }),
  },
  "calendarOff",
  "calendarDenied",
  "noGoogleEmail",
  "calendarNotConnected",
);

/** Turns the code of a consent into an account with a sealed token. Writes nothing. */
export const exchange = internalAction({
  args: { ...businessArg, code: v.string(), verifier: v.string() },
  returns: exchanged,
  handler: async (_ctx, { businessId, ...given }) => {
    const { google } = environment();
    if (google === null) return refuse("calendarOff");
    const granted = await exchangeCode(google, given);
    if (granted === "denied") return refuse("calendarDenied");
    if (granted === "noEmail") return refuse("noGoogleEmail");
    if (granted === "failed") return refuse("calendarNotConnected");
    const { refreshToken, googleId, email } = granted;
    const token = await seal(refreshToken, boundTo(businessId));
    return { ok: true as const, account: { googleId, email, token } };
  },
});

/** Tries once to revoke access at Google. Safe to run at any time, any number of times. */
export const revoke = internalAction({
  args: { revocationId: v.id("calendarRevocations") },
  returns: v.null(),
  handler: async (ctx, args) => {
    const begun: Infer<typeof revocationValidator> | null =
      await ctx.runMutation(internal.calendar.sync.beginRevocation, args);
    if (begun === null) return;
    const { google } = environment();
    const { businessId, token } = begun;
    const refreshToken = await unseal(token, boundTo(businessId));
    // A token that cannot be opened cannot be revoked either.
    const isRevoked =
      google === null ||
      refreshToken === null ||
      (await revokeAtGoogle(google, refreshToken));
    const done = { ...args, isRevoked };
    await ctx.runMutation(internal.calendar.sync.endRevocation, done);
  },
});

/** Writes the events that are due to a calendar. One run at a time per calendar; later runs take the rest. */
export const write = internalAction({
  args: businessArg,
  returns: v.null(),
  handler: async (ctx, { businessId }) => {
    if (environment().google === null) return;
    for (let turns = 0; ; turns += 1) {
      const turn: Turn | null = await ctx.runMutation(
        internal.calendar.sync.beginWriting,
        { businessId, turns },
      );
      if (turn === null) return;
      const outcomes = await writeAll(businessId, turn);
      const goesOn: boolean = await ctx.runMutation(
        internal.calendar.sync.endWriting,
        {
          connectionId: turn.connectionId,
          tokenNonce: turn.token.nonce,
          outcomes,
        },
      );
      if (!goesOn) return;
    }
  },
});

/** Writes up to the first event that must wait; the rest stays due. */
async function writeAll(businessId: Id<"businesses">, turn: Turn) {
  const link = await openFor(businessId, turn.token);
  const outcomes = [];
  for (const { rowId, revision, eventId, event } of turn.writes) {
    const written: Written =
      typeof link === "string" ? link : await writeEvent(link, eventId, event);
    outcomes.push({ rowId, revision, written });
    if (written === "later" || written === "revoked") break;
  }
  return outcomes;
}

/** Asks Google for the owner's busy times, unless they are fresh. */
export const readBusy = internalAction({
  args: businessArg,
  returns: v.null(),
  handler: async (ctx, { businessId }) => {
    if (environment().google === null) return;
    const begun: Asking | null = await ctx.runMutation(
      internal.calendar.sync.beginReadingBusy,
      { businessId },
    );
    if (begun === null) return;
    const { connectionId, token, span } = begun;
    const link = await openFor(businessId, token);
    const busy = typeof link === "string" ? link : await busyTimes(link, span);
    await ctx.runMutation(internal.calendar.sync.endReadingBusy, {
      connectionId,
      tokenNonce: token.nonce,
      span,
      // Merged first, because a calendar may have any number of blocks.
      read: typeof busy === "string" ? busy : merged(busy),
    });
  },
});

async function openFor(businessId: Id<"businesses">, token: Turn["token"]) {
  const { google } = environment();
  const refreshToken = await unseal(token, boundTo(businessId));
  // The sealing key is gone: the owner must connect again, as after a revocation.
  if (google === null || refreshToken === null) return "revoked";
  return await openCalendar(google, refreshToken);
}

function boundTo(businessId: Id<"businesses">): SealedFor {
  return { businessId, purpose: "googleToken" };
}
