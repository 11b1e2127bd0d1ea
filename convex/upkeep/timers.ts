/** Handlers of alarms. Each checks that nothing has changed since the alarm was set. */
import { v } from "convex/values";
import { comeDue } from "../booking/data/bookings";
import { endStay } from "../business/data/members";
import { endLeftovers } from "../line/data/closing";
import { endDuty } from "../queue/data/chairs";
import { endPause } from "../queue/data/lines";
import { endNoShowGrace } from "../line/data/noShow";
import { endNoticeOf } from "../queue/data/notices";
import { internalMutation } from "../functions";

/** A called person's grace is over. */
export const noShowOver = internalMutation({
  args: { ticketId: v.id("tickets"), graceEndsAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { ticketId, graceEndsAt }) =>
    await endNoShowGrace(ctx, ticketId, graceEndsAt, Date.now()),
});

/** The old name, which scheduled jobs in older data folders still call. */
export const graceOver = noShowOver;

/** A booking is due. */
export const bookingDue = internalMutation({
  args: { ticketId: v.id("tickets"), dueAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { ticketId, dueAt }) =>
    await comeDue(ctx, ticketId, dueAt, Date.now()),
});

/** A queue's pause is over. */
export const pauseOver = internalMutation({
  args: { lineId: v.id("lines"), until: v.number() },
  returns: v.null(),
  handler: async (ctx, { lineId, until }) => await endPause(ctx, lineId, until),
});

/** A chair's break or duty is over. */
export const chairOver = internalMutation({
  args: { chairId: v.id("chairs"), until: v.number() },
  returns: v.null(),
  handler: async (ctx, { chairId, until }) =>
    await endDuty(ctx, chairId, until, Date.now()),
});

/** A shop's late notice is over. */
export const noticeOver = internalMutation({
  args: { businessId: v.id("businesses"), until: v.number() },
  returns: v.null(),
  handler: async (ctx, { businessId, until }) =>
    await endNoticeOf(ctx, businessId, until),
});

/** Nobody touched a tablet for ten minutes. */
export const tabletOver = internalMutation({
  args: { tabletId: v.id("tablets"), until: v.number() },
  returns: v.null(),
  handler: async (ctx, { tabletId, until }) =>
    await endStay(ctx, tabletId, until),
});

/** Does nothing. While this job waits, no jobs were lost (data/lostAlarms.ts). */
export const watched = internalMutation({
  args: {},
  returns: v.null(),
  handler: async () => await Promise.resolve(null),
});

/** Ends the next batch of tickets of a closed generation. */
export const endRest = internalMutation({
  args: { eventId: v.id("ticketEvents") },
  returns: v.null(),
  handler: async (ctx, { eventId }) =>
    await endLeftovers(ctx, eventId, Date.now()),
});
