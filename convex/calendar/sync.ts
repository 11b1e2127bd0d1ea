/** What is kept here of a connected calendar's reading and writing and of its end, step by step. Who talks to Google is googleCalls.ts; what owners ask for is connection.ts. */
import { v } from "convex/values";
import { beginReading, saveBusy } from "./data/busy";
import { beginTurn, endTurn, turnValidator } from "./data/outbox";
import {
  beginRevoking,
  endRevoking,
  revocationValidator,
} from "./data/revocations";
import { clearCalendar, fillCalendar } from "./data/upkeep";
import { internalMutation } from "../functions";
import { environment } from "../base/services/env";
import { writtenValidator } from "./rules/events";
import { sealedValidator } from "../base/rules/sealed";

const businessId = v.id("businesses");
const connectionId = v.id("calendarConnections");
const span = v.object({ start: v.number(), end: v.number() });

/** The next writes of a run that has had so many turns; null: it is over. */
export const beginWriting = internalMutation({
  args: { businessId, turns: v.number() },
  returns: v.nullable(turnValidator),
  handler: async (ctx, args) => {
    const { siteUrl } = environment();
    const { turns } = args;
    return await beginTurn(ctx, args.businessId, turns, siteUrl, Date.now());
  },
});

/** What came of a turn's writes; whether the run goes on. */
export const endWriting = internalMutation({
  args: {
    connectionId,
    tokenNonce: v.string(),
    outcomes: v.array(
      v.object({
        rowId: v.id("calendarEvents"),
        revision: v.number(),
        written: writtenValidator,
      }),
    ),
  },
  returns: v.boolean(),
  handler: async (ctx, report) => await endTurn(ctx, report, Date.now()),
});

/** Of which time busy times are to be asked for now; null: they are new enough, or on their way. */
export const beginReadingBusy = internalMutation({
  args: { businessId },
  returns: v.nullable(v.object({ connectionId, token: sealedValidator, span })),
  handler: async (ctx, args) => {
    const begun = await beginReading(ctx, args.businessId, Date.now());
    if (begun === null) return null;
    const { _id, token } = begun.row;
    return { connectionId: _id, token, span: begun.span };
  },
});

/** What Google has said. */
export const endReadingBusy = internalMutation({
  args: {
    connectionId,
    tokenNonce: v.string(),
    span,
    read: v.union(v.array(span), v.literal("revoked"), v.literal("later")),
  },
  returns: v.null(),
  handler: async (ctx, reading) => {
    await saveBusy(ctx, reading, Date.now());
    return null;
  },
});

/** The token to be taken back at Google now; null: it is not, or another try is at it. */
export const beginRevocation = internalMutation({
  args: { revocationId: v.id("calendarRevocations") },
  returns: v.nullable(revocationValidator),
  handler: async (ctx, { revocationId }) =>
    await beginRevoking(ctx, revocationId, Date.now()),
});

/** Whether Google has taken it back. */
export const endRevocation = internalMutation({
  args: { revocationId: v.id("calendarRevocations"), isRevoked: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { revocationId, isRevoked }) => {
    await endRevoking(ctx, revocationId, isRevoked, Date.now());
    return null;
  },
});

/** Puts bookings ahead on the way to a calendar, a batch at a time. */
export const fill = internalMutation({
  args: { businessId, queue: v.number(), since: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await fillCalendar(ctx, args);
    return null;
  },
});

/** Deletes what was on its way to a calendar that is gone, a batch at a time. */
export const clear = internalMutation({
  args: { connectionId },
  returns: v.null(),
  handler: async (ctx, args) => {
    await clearCalendar(ctx, args.connectionId);
    return null;
  },
});
