/**
 * What is to happen by itself: to a ticket, set with each change of it; and
 * alarms set again, of people called, failed payments, bookings whose time is
 * near or past, pauses, notices, alerts and reminders. The rows know when; a job that was lost, as in an import without
 * the jobs of the other deployment, costs nobody their turn. One job too many
 * finds nothing left to do.
 */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { reminders } from "../model/ladder";
import { dueTime } from "../model/ticketState";
import type { Change } from "./change";

/** A little longer than until maintenance comes again. */
const AHEAD_MS = 6 * 60_000;
const BATCH = 200;

/** Of a ticket in its new state: the end of the time to appear, and of the wait for a booked time. */
export async function setAlarms(
  ctx: MutationCtx,
  { ticket: { _id: ticketId, state }, before }: Change,
): Promise<void> {
  const { graceEndsAt } = state;
  if (graceEndsAt !== null && graceEndsAt !== before?.graceEndsAt) {
    const args = { ticketId, graceEndsAt };
    await ctx.scheduler.runAt(graceEndsAt, internal.timers.noShowOver, args);
  }
  const dueAt = dueTime(state);
  if (dueAt !== null && (before === null || dueTime(before) !== dueAt)) {
    const args = { ticketId, dueAt };
    await ctx.scheduler.runAt(dueAt, internal.timers.bookingDue, args);
  }
}

/** Sets the alarms of the next minutes. */
export async function setAlarmsAgain(
  ctx: MutationCtx,
  now: number,
): Promise<void> {
  const near = now + AHEAD_MS;
  const called = await ctx.db
    .query("tickets")
    .withIndex("by_grace_end", (q) =>
      q.gt("state.graceEndsAt", 0).lte("state.graceEndsAt", near),
    )
    .take(BATCH);
  for (const { _id: ticketId, state } of called) {
    const graceEndsAt = state.graceEndsAt ?? now;
    const args = { ticketId, graceEndsAt };
    const at = Math.max(now, graceEndsAt);
    await ctx.scheduler.runAt(at, internal.timers.noShowOver, args);
  }
  await setDunningAgain(ctx, now);
  const bookings = await ctx.db
    .query("tickets")
    .withIndex("by_scheduled_slot", (q) =>
      q
        .eq("state.isScheduled", true)
        .gt("state.slot.start", 0)
        .lte("state.slot.start", near),
    )
    .take(BATCH);
  for (const { _id: ticketId, state } of bookings) {
    const dueAt = dueTime(state);
    if (dueAt === null) continue;
    const args = { ticketId, dueAt };
    const at = Math.max(now, dueAt);
    await ctx.scheduler.runAt(at, internal.timers.bookingDue, args);
  }
  await setRemindersAgain(ctx, now);
  const alerts = await ctx.db
    .query("alerts")
    .withIndex("by_nextAt", (q) => q.gt("nextAt", 0).lte("nextAt", near))
    .take(BATCH);
  for (const { _id: alertId, nextAt = now } of alerts) {
    const at = Math.max(now, nextAt);
    await ctx.scheduler.runAt(at, internal.alerts.look, { alertId });
  }
  const lines = await ctx.db
    .query("lines")
    .withIndex("by_pause_end", (q) =>
      q.gt("pause.until", 0).lte("pause.until", near),
    )
    .take(BATCH);
  for (const { _id: lineId, pause } of lines) {
    const until = pause?.until ?? now;
    const args = { lineId, until };
    const at = Math.max(now, until);
    await ctx.scheduler.runAt(at, internal.timers.pauseOver, args);
  }
  const late = await ctx.db
    .query("businesses")
    .withIndex("by_notice_end", (q) =>
      q.gt("notice.until", 0).lte("notice.until", near),
    )
    .take(BATCH);
  for (const { _id: businessId, notice } of late) {
    const until = notice?.until ?? now;
    const args = { businessId, until };
    const at = Math.max(now, until);
    await ctx.scheduler.runAt(at, internal.timers.noticeOver, args);
  }
}

/** The ends of the times in which failed payments have to be made good. */
async function setDunningAgain(ctx: MutationCtx, now: number): Promise<void> {
  const unpaid = await ctx.db
    .query("subscriptions")
    .withIndex("by_grace_end", (q) =>
      q.gt("graceEndsAt", 0).lte("graceEndsAt", now + AHEAD_MS),
    )
    .take(BATCH);
  for (const { _id: subscriptionId, graceEndsAt } of unpaid) {
    const at = Math.max(now, graceEndsAt ?? now);
    const args = { subscriptionId };
    await ctx.scheduler.runAt(at, internal.subscriptions.dunningOver, args);
  }
}

/** Reminders of the next minutes, and of the last ones. */
async function setRemindersAgain(ctx: MutationCtx, now: number): Promise<void> {
  for (const { kind, ahead } of reminders) {
    const at = now + ahead;
    const bookings = await ctx.db
      .query("tickets")
      .withIndex("by_scheduled_slot", (q) =>
        q
          .eq("state.isScheduled", true)
          .gt("state.slot.start", at - AHEAD_MS)
          .lte("state.slot.start", at + AHEAD_MS),
      )
      .take(BATCH);
    for (const { _id: ticketId, state } of bookings) {
      const startsAt = dueTime(state);
      if (startsAt === null) continue;
      const runAt = Math.max(now, startsAt - ahead);
      const args = { ticketId, startsAt, kind };
      await ctx.scheduler.runAt(runAt, internal.alerts.remind, args);
    }
  }
}
