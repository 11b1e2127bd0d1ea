/** Everything that follows from a change of a ticket, undo included, in the same transaction. */
import type { MutationCtx } from "../../_generated/server";
import { followAlerts } from "../../messages/data/alerts";
import { keepTarget } from "../../messages/data/alertTargets";
import { bookingMails, countChange } from "./bookingMails";
import { noteBooking } from "../../calendar/data/outbox";
import type { Change } from "../../queue/data/change";
import { noteNotServed } from "./notServed";
import { followEnd } from "../../messages/data/pushSubscriptions";
import { withdrawPush } from "../../messages/data/pushes";
import { setReminder } from "../../messages/data/reminders";
import { internal } from "../../_generated/api";
import { dueTime } from "../../queue/rules/ticketState";

/** Each step reads and writes nothing for tickets that do not concern it. */
export async function followChange(ctx: MutationCtx, change: Change) {
  await setAlarms(ctx, change);
  await noteNotServed(ctx, change);
  await keepTarget(ctx, change);
  await followAlerts(ctx, change);
  await withdrawPush(ctx, change);
  await followEnd(ctx, change);
  await setReminder(ctx, change);
  await noteBooking(ctx, change);
  await countChange(ctx, change);
  await bookingMails(ctx, change);
}

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
