/** Reminders of bookings: one alarm at a time for each booking that is ahead. When is model/ladder.ts. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import {
  firstReminder,
  reminderAfter,
  reminderOccasion,
  type Reminder,
} from "../model/ladder";
import { dueTime } from "../model/ticketState";
import { beginAlert } from "./alerts";
import { isReachable } from "./alertTargets";
import type { Change } from "./change";

type Set = { ticketId: Id<"tickets">; startsAt: number; kind: Reminder };

/** Sets the first reminder of a booking that has got a time. */
export async function setReminder(
  ctx: MutationCtx,
  { ticket: { _id: ticketId, state }, before, at }: Change,
): Promise<void> {
  const startsAt = dueTime(state);
  if (startsAt === null) return;
  if (before !== null && dueTime(before) === startsAt) return;
  const first = firstReminder(startsAt, at);
  if (first !== null) {
    await setAlarm(ctx, { ticketId, startsAt, kind: first.kind }, first.ahead);
  }
}

/** Reminds, unless the booking has another time by now or is none any more; then sets the next one. */
export async function remind(
  ctx: MutationCtx,
  { ticketId, startsAt, kind }: Set,
  now: number,
): Promise<void> {
  const ticket = await ctx.db.get("tickets", ticketId);
  if (ticket === null || dueTime(ticket.state) !== startsAt) return;
  // Late, after the server was off: a time that has come is no reminder.
  if (now < startsAt && isReachable(ticket)) {
    const occasion = reminderOccasion(kind, startsAt);
    await beginAlert(ctx, ticket, kind, occasion, now);
  }
  const next = reminderAfter(kind);
  if (next === null) return;
  await setAlarm(ctx, { ticketId, startsAt, kind: next.kind }, next.ahead);
}

/** The alarm of a reminder, again or for the first time: twice reminds once. */
export async function setAlarm(
  ctx: MutationCtx,
  args: Set,
  ahead: number,
): Promise<void> {
  const at = args.startsAt - ahead;
  await ctx.scheduler.runAt(at, internal.alerts.remind, args);
}
