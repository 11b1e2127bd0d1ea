/** Reminders of bookings: one scheduled job at a time per upcoming booking. */
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

/** Schedules the first reminder of a booking with a new time. */
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

/** Reminds, unless the booking has moved or is no longer one. Then schedules the next reminder. */
export async function remind(
  ctx: MutationCtx,
  { ticketId, startsAt, kind }: Set,
  now: number,
): Promise<void> {
  const ticket = await ctx.db.get("tickets", ticketId);
  if (ticket === null || dueTime(ticket.state) !== startsAt) return;
  const { timezone } = await businessOf(ctx, ticket);
  const next = reminderAfter(kind);
  // If the server was down, a late reminder is skipped: the next one covers it, and a time that has come needs none.
  const isOvertaken =
    now >= (next === null ? startsAt : remindAt(next, startsAt, timezone));
  if (!isOvertaken && isReachable(ticket)) {
    await beginAlert(ctx, ticket, kind, reminderOccasion(kind, startsAt), now);
  }
  if (next === null) return;
  await setAlarm(ctx, { ticketId, startsAt, kind: next }, timezone);
}

/** A duplicate is harmless: it reminds once. */
async function setAlarm(ctx: MutationCtx, args: Set, timezone: string) {
  const at = remindAt(args.kind, args.startsAt, timezone);
  await ctx.scheduler.runAt(at, internal.messages.alerts.remind, args);
}
