/** Reminders of bookings: one alarm at a time for each booking that is ahead. When is rules/reminders.ts. */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { reminderOccasion } from "../rules/escalation";
import {
  firstReminder,
  remindAt,
  reminderAfter,
  type Reminder,
} from "../rules/reminders";
import { dueTime } from "../../queue/rules/ticketState";
import { beginAlert } from "./alerts";
import { isReachable } from "./alertTargets";
import { businessOf } from "../../business/data/businesses";
import type { Change } from "../../queue/data/change";

type Set = { ticketId: Id<"tickets">; startsAt: number; kind: Reminder };

/** Sets the first reminder of a booking that has got a time. */
export async function setReminder(
  ctx: MutationCtx,
  { business, ticket: { _id: ticketId, state }, before, at }: Change,
): Promise<void> {
  const startsAt = dueTime(state);
  if (startsAt === null) return;
  if (before !== null && dueTime(before) === startsAt) return;
  const { timezone } = business;
  const kind = firstReminder(startsAt, timezone, at);
  if (kind !== null)
    await setAlarm(ctx, { ticketId, startsAt, kind }, timezone);
}

/** Reminds, unless the booking has another time by now or is none any more; then sets the next one. */
export async function remind(
  ctx: MutationCtx,
  { ticketId, startsAt, kind }: Set,
  now: number,
): Promise<void> {
  const ticket = await ctx.db.get("tickets", ticketId);
  if (ticket === null || dueTime(ticket.state) !== startsAt) return;
  const { timezone } = await businessOf(ctx, ticket);
  const next = reminderAfter(kind);
  // Late, after the server was off: the next one says it, and a time that has come is no reminder.
  const isOvertaken =
    now >= (next === null ? startsAt : remindAt(next, startsAt, timezone));
  if (!isOvertaken && isReachable(ticket)) {
    const occasion = reminderOccasion(kind, startsAt);
    await beginAlert(ctx, ticket, kind, occasion, now);
  }
  if (next === null) return;
  await setAlarm(ctx, { ticketId, startsAt, kind: next }, timezone);
}

/** The alarm of a reminder, again or for the first time: twice reminds once. */
async function setAlarm(
  ctx: MutationCtx,
  args: Set,
  timezone: string,
): Promise<void> {
  const at = remindAt(args.kind, args.startsAt, timezone);
  await ctx.scheduler.runAt(at, internal.messages.alerts.remind, args);
}
