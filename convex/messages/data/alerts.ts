/** Rows of alerts, one per occasion and customer, and of their steps, one per channel tried. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  callOccasion,
  endsCall,
  isNewCall,
  nextSteps,
  type AlertKind,
  type Channel,
} from "../rules/escalation";
import { KEPT_MS } from "../../base/rules/kept";
import { isReachable, reachFor } from "./alertTargets";
import { cancelText } from "./sms";
import type { Change } from "../../queue/data/change";
import { dueAfter, eachRow, job } from "../../base/data/job";
import { rowBy, rowsBy } from "../../base/data/rowBy";

/** One per channel; no channel is tried twice. */
const MAX_STEPS = 4;

/** Begins or ends a call's alert for a customer who can be reached without the page. */
export async function followAlerts(
  ctx: MutationCtx,
  { ticket, before, at }: Change,
): Promise<void> {
  if (!isReachable(ticket)) return;
  if (endsCall(before, ticket.state)) {
    const alert = await findAlert(ctx, ticket._id, callOccasion(before));
    if (alert !== null) await endAlert(ctx, alert, at);
  }
  if (isNewCall(before, ticket.state))
    await beginAlert(ctx, ticket, "called", callOccasion(ticket.state), at);
}

/** Begins an alert, unless this occasion has one already. */
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
  const { due, nextAt } = nextSteps(facts, at);
  await lookAgain(ctx, alertId, due.length > 0 ? at : nextAt);
}

/** Inserts an alert without any step. */
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

/** Schedules the next escalation step; `nextAt` is null if none is left. */
export async function lookAgain(
  ctx: MutationCtx,
  alertId: Id<"alerts">,
  nextAt: number | null,
): Promise<void> {
  await ctx.db.patch("alerts", alertId, { nextAt: nextAt ?? undefined });
  if (nextAt === null) return;
  await ctx.scheduler.runAt(nextAt, internal.messages.alerts.look, { alertId });
}

/** Ends the alert and cancels a text that has not gone out. */
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

/** The customer has seen the alert: nothing more is tried. */
export async function noteSeen(
  ctx: MutationCtx,
  alert: Pick<Doc<"alerts">, "_id" | "endedAt" | "seenAt">,
  at: number,
): Promise<void> {
  if (alert.seenAt === undefined)
    await ctx.db.patch("alerts", alert._id, { seenAt: at });
  await endAlert(ctx, alert, at);
}

/** The alert of an occasion; null if there is none yet. */
export const findAlert = rowBy("alerts", "ticketId_and_occasion");

/** The steps so far, earliest first. */
export const stepsOf = rowsBy("alertSteps", "alertId", MAX_STEPS);

/** Records that a channel is tried. The caller has checked that it was not tried before. */
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

/** Deletes the alerts of a ticket that must leave no trace. */
export async function forgetAlerts(ctx: MutationCtx, ticketId: Id<"tickets">) {
  for (const { _id } of await alertsOf(ctx, ticketId))
    await deleteAlert(ctx, _id);
}
/** Alerts deleted with one ticket. The rest expires within a week. */
const MAX_ALERTS = 100;
const alertsOf = rowsBy("alerts", "ticketId_and_occasion", MAX_ALERTS);

export const oldAlerts = job<Doc<"alerts">>({
  due: dueAfter("alerts", "at", KEPT_MS.alerts),
  work: eachRow(async (ctx, { _id }) => await deleteAlert(ctx, _id)),
});

async function deleteAlert(ctx: MutationCtx, alertId: Id<"alerts">) {
  for (const { _id } of await stepsOf(ctx, alertId))
    await ctx.db.delete("alertSteps", _id);
  await ctx.db.delete("alerts", alertId);
}
