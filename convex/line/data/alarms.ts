/** Alarms set with each change of a ticket. Lost ones are set again in upkeep/data/lostAlarms.ts. */
import { internal } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";
import { dueTime } from "../../queue/rules/ticketState";
import type { Change } from "../../queue/data/change";

export async function setAlarms(
  ctx: MutationCtx,
  { ticket: { _id: ticketId, state }, before }: Change,
): Promise<void> {
  const { graceEndsAt } = state;
  const { bookingDue, noShowOver } = internal.upkeep.timers;
  if (graceEndsAt !== null && graceEndsAt !== before?.graceEndsAt) {
    const args = { ticketId, graceEndsAt };
    await ctx.scheduler.runAt(graceEndsAt, noShowOver, args);
  }
  const dueAt = dueTime(state);
  if (dueAt !== null && (before === null || dueTime(before) !== dueAt)) {
    await ctx.scheduler.runAt(dueAt, bookingDue, { ticketId, dueAt });
  }
}
