/**
 * What is to happen by itself to a ticket, set with each change of it. Setting
 * again what was lost is upkeep/data/lostAlarms.ts.
 */
import { internal } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";
import { dueTime } from "../../queue/rules/ticketState";
import type { Change } from "../../queue/data/change";

/** Of a ticket in its new state: the end of the time to appear, and of the wait for a booked time. */
export async function setAlarms(
  ctx: MutationCtx,
  { ticket: { _id: ticketId, state }, before }: Change,
): Promise<void> {
  const { graceEndsAt } = state;
  if (graceEndsAt !== null && graceEndsAt !== before?.graceEndsAt) {
    const args = { ticketId, graceEndsAt };
    await ctx.scheduler.runAt(
      graceEndsAt,
      internal.upkeep.timers.noShowOver,
      args,
    );
  }
  const dueAt = dueTime(state);
  if (dueAt !== null && (before === null || dueTime(before) !== dueAt)) {
    const args = { ticketId, dueAt };
    await ctx.scheduler.runAt(dueAt, internal.upkeep.timers.bookingDue, args);
  }
}
