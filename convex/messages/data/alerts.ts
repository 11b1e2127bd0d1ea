/**
 * Alerts and their steps in the database: one row for each occasion to tell
 * one customer something, and one for each way tried. When which way is due is
 * rules/escalation.ts; trying it is escalation.ts.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  callOccasion,
  endsCall,
  isNewCall,
  nextRungs,
  type AlertKind,
  type Channel,
} from "../rules/escalation";
import { isReachable, reachFor } from "./alertTargets";
import { cancelText } from "./sms";
import type { Change } from "../../queue/data/change";
import { eachRow, job } from "../../base/data/job";

type Reader = Pick<QueryCtx, "db">;

/** One for each way, and nothing is tried twice. */
const MOST_STEPS = 4;
/** How long rows are kept for the owner to look at. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** What a call, an answer or an end means for the alerts of somebody who can be reached without their page. */
export async function followAlerts(
  ctx: MutationCtx,
  { ticket, before, at }: Change,
): Promise<void> {
  if (!isReachable(ticket)) return;
  if (endsCall(before, ticket.state)) {
    const alert = await findAlert(ctx, ticket._id, callOccasion(before));
    if (alert !== null) await endAlert(ctx, alert, at);
  }
  if (isNewCall(before, ticket.state)) {
    await beginAlert(ctx, ticket, "called", callOccasion(ticket.state), at);
  }
}

/** Begins to tell the ticket's holder, unless this occasion has been told before. */
export async function beginAlert(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  kind: AlertKind,
  occasion: string,
  at: number,
): Promise<void> {
  if ((await findAlert(ctx, ticket._id, occasion)) !== null) return;
  const alertId = await insertAlert(ctx, ticket, kind, occasion, at);
  const facts = { kind, at, steps: [], reach: reachFor(kind, ticket) };
  const { due, nextAt } = nextRungs(facts, at);
  await lookAgain(ctx, alertId, due.length > 0 ? at : nextAt);
}

/** The row of an occasion that nobody is told of by the server yet. */
export async function insertAlert(
  ctx: MutationCtx,
  { _id: ticketId, businessId }: Doc<"tickets">,
  kind: AlertKind,
  occasion: string,
  at: number,
): Promise<Id<"alerts">> {
  const alert = { businessId, ticketId, kind, occasion, at };
  return await ctx.db.insert("alerts", alert);
}

/** Notes when the next way is due, and comes back then; null: nothing is left. */
export async function lookAgain(
  ctx: MutationCtx,
  alertId: Id<"alerts">,
  nextAt: number | null,
): Promise<void> {
  await ctx.db.patch("alerts", alertId, { nextAt: nextAt ?? undefined });
  if (nextAt === null) return;
  const look = internal.messages.alerts.look;
  await ctx.scheduler.runAt(nextAt, look, { alertId });
}

/** Nobody is told of it any more; a text that has not gone out does not. */
export async function endAlert(
  ctx: MutationCtx,
  { _id, endedAt }: Pick<Doc<"alerts">, "_id" | "endedAt">,
  at: number,
): Promise<void> {
  if (endedAt !== undefined) return;
  for (const { smsId } of await stepsOf(ctx, _id)) {
    if (smsId !== undefined) await cancelText(ctx, smsId);
  }
  await ctx.db.patch("alerts", _id, { endedAt: at, nextAt: undefined });
}

/** The holder has seen it: nothing more is tried. */
export async function noteSeen(
  ctx: MutationCtx,
  alert: Pick<Doc<"alerts">, "_id" | "endedAt" | "seenAt">,
  at: number,
): Promise<void> {
  if (alert.seenAt === undefined) {
    await ctx.db.patch("alerts", alert._id, { seenAt: at });
  }
  await endAlert(ctx, alert, at);
}

/** The row of an occasion; null before there is one. */
export async function findAlert(
  ctx: Reader,
  ticketId: Id<"tickets">,
  occasion: string,
): Promise<Doc<"alerts"> | null> {
  return await ctx.db
    .query("alerts")
    .withIndex("by_ticketId_and_occasion", (q) =>
      q.eq("ticketId", ticketId).eq("occasion", occasion),
    )
    .unique();
}

/** What has been tried, the earliest first. */
export async function stepsOf(
  ctx: Reader,
  alertId: Id<"alerts">,
): Promise<Doc<"alertSteps">[]> {
  return await ctx.db
    .query("alertSteps")
    .withIndex("by_alertId", (q) => q.eq("alertId", alertId))
    .take(MOST_STEPS);
}

/** Writes that a way is tried. The caller has looked: each way is tried once. */
export async function addStep(
  ctx: MutationCtx,
  { _id: alertId, businessId }: Pick<Doc<"alerts">, "_id" | "businessId">,
  channel: Channel,
  tried: Pick<Doc<"alertSteps">, "state" | "reason" | "smsId" | "mailId">,
  at: number,
): Promise<Id<"alertSteps">> {
  const step = { businessId, alertId, channel, ...tried, at };
  return await ctx.db.insert("alertSteps", step);
}

/** Deletes the alerts of a ticket that is to have left no trace. */
export async function forgetAlerts(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
): Promise<void> {
  const alerts = await ctx.db
    .query("alerts")
    .withIndex("by_ticketId_and_occasion", (q) => q.eq("ticketId", ticketId))
    .take(MOST_ALERTS);
  for (const { _id } of alerts) await deleteAlert(ctx, _id);
}
/** Of one ticket that is deleted; what is more goes with its week. */
const MOST_ALERTS = 100;

/** Deletes old ones. */
export const oldAlerts = job<Doc<"alerts">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("alerts")
      .withIndex("by_at", (q) => q.lt("at", at - KEPT_MS))
      .paginate(page),
  work: eachRow(async (ctx, { _id }) => await deleteAlert(ctx, _id)),
});

async function deleteAlert(ctx: MutationCtx, alertId: Id<"alerts">) {
  for (const { _id } of await stepsOf(ctx, alertId)) {
    await ctx.db.delete("alertSteps", _id);
  }
  await ctx.db.delete("alerts", alertId);
}
