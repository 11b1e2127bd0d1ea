/** Alarms set with each change of a ticket. Lost ones are set again in upkeep/data/lostAlarms.ts. */
import { internal } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";
import { dueTime } from "../../queue/rules/ticketState";
import type { Change } from "../../queue/data/change";

/** Sets the grace and booking alarms. */
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
