/**
 * What is to happen by itself to a ticket, set with each change of it. Setting
 * again what was lost is lostAlarms.ts.
 */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { dueTime } from "../model/ticketState";
import type { Change } from "./change";

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
