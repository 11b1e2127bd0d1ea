/** The transactions of reading, writing and revoking a connected calendar. */
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

/** The next writes of a run after `turns` turns; null if the run is over. */
export const beginWriting = internalMutation({
  args: { businessId, turns: v.number() },
  returns: v.nullable(turnValidator),
  handler: async (ctx, args) => {
    const { siteUrl } = environment();
    const { turns } = args;
    return await beginTurn(ctx, args.businessId, turns, siteUrl, Date.now());
  },
});

/** Stores the results of a turn. Returns whether the run continues. */
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

/** The span to read busy times for; null if the owner has disconnected. */
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

export const endReadingBusy = internalMutation({
  args: {
    connectionId,
    tokenNonce: v.string(),
    span,
    read: v.union(v.array(span), v.literal("revoked"), v.literal("later")),
  },
  returns: v.null(),
  handler: async (ctx, reading) => await saveBusy(ctx, reading, Date.now()),
});

/** Claims a revocation and returns its token; null if it is deleted or another try is running. */
export const beginRevocation = internalMutation({
  args: { revocationId: v.id("calendarRevocations") },
  returns: v.nullable(revocationValidator),
  handler: async (ctx, { revocationId }) =>
    await beginRevoking(ctx, revocationId, Date.now()),
});

export const endRevocation = internalMutation({
  args: { revocationId: v.id("calendarRevocations"), isRevoked: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { revocationId, isRevoked }) =>
    await endRevoking(ctx, revocationId, isRevoked, Date.now()),
});

/** Queues upcoming bookings for a calendar, in batches. */
export const fill = internalMutation({
  args: {
    businessId,
    since: v.number(),
    cursor: v.optional(v.string()),
    /** Of waiting jobs of earlier versions, whose `since` is one queue's: they begin again from now. */
    queue: v.optional(v.number()),
  },
  returns: v.null(),
  handler: async (ctx, { queue, ...args }) =>
    await fillCalendar(
      ctx,
      queue === undefined ? args : { ...args, since: Date.now() },
    ),
});

/** Deletes the event rows of a disconnected calendar, in batches. */
export const clear = internalMutation({
  args: { connectionId },
  returns: v.null(),
  handler: async (ctx, args) => await clearCalendar(ctx, args.connectionId),
});
