/**
 * Who can be reached without their page: a row for each open ticket with a
 * browser that takes pushes, a phone number or an e-mail address. What is said to them is
 * alerts.ts; whom a whole shop tells something is nearAlerts.ts.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { AlertKind } from "../rules/escalation";
import { isActive } from "../../queue/rules/ticketState";
import type { Change } from "../../queue/data/change";

type Target = Pick<
  Doc<"tickets">,
  "_id" | "businessId" | "queueId" | "generation" | "number"
>;

type Ways = Pick<Doc<"tickets">, "hasPush" | "phone" | "email">;

/** The ways by which a ticket's holder may be reached, as far as the ticket says. */
export function reachOf({ hasPush, phone, email }: Ways) {
  return {
    push: hasPush === true,
    text: phone !== null,
    mail: email !== undefined,
  };
}

/** Those that may be used: whoever waits already is sent no text because the shop is late. */
export function reachFor(
  kind: AlertKind,
  ticket: Ways & Pick<Doc<"tickets">, "state">,
) {
  const reach = reachOf(ticket);
  const mayText = kind !== "late" || ticket.state.isScheduled;
  return { ...reach, text: reach.text && mayText };
}

/** Whether there is any such way. */
export function isReachable(ticket: Ways): boolean {
  return Object.values(reachOf(ticket)).includes(true);
}

/** Keeps the row in step with a ticket that has changed. */
export async function keepTarget(
  ctx: MutationCtx,
  { ticket, before, cause }: Change,
): Promise<void> {
  if (!isReachable(ticket)) return;
  const was = before !== null && isActive(before.status);
  const is = isActive(ticket.state.status);
  // A transfer and its undo give the ticket another queue and number.
  const hasMoved = cause === "transfer" || cause === "undo";
  if (is && (!was || hasMoved)) await putTarget(ctx, ticket);
  else if (was && !is) await removeTarget(ctx, ticket._id);
}

/** Writes where the ticket is found by its number. */
export async function putTarget(
  ctx: MutationCtx,
  { _id: ticketId, businessId, queueId, generation, number }: Target,
): Promise<void> {
  const row = { businessId, queueId, generation, number, ticketId };
  const known = await targetOf(ctx, ticketId);
  if (known === null) await ctx.db.insert("alertTargets", row);
  else await ctx.db.patch("alertTargets", known._id, row);
}

/** Nobody is to be told anything there any more. */
export async function removeTarget(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
): Promise<void> {
  const row = await targetOf(ctx, ticketId);
  if (row !== null) await ctx.db.delete("alertTargets", row._id);
}

async function targetOf(ctx: MutationCtx, ticketId: Id<"tickets">) {
  return await ctx.db
    .query("alertTargets")
    .withIndex("by_ticketId", (q) => q.eq("ticketId", ticketId))
    .unique();
}
