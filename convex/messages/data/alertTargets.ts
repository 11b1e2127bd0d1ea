/** One row per open ticket that can be reached without its page: by push, phone or e-mail. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { AlertKind } from "../rules/escalation";
import { isActive } from "../../queue/rules/ticketState";
import type { Change } from "../../queue/data/change";
import { rowBy } from "../../base/data/rowBy";

type Target = Pick<
  Doc<"tickets">,
  "_id" | "businessId" | "queueId" | "generation" | "number"
>;

type Ways = Pick<Doc<"tickets">, "hasPush" | "phone" | "email">;

/** The channels that the ticket has data for. */
export function reachOf({ hasPush, phone, email }: Ways) {
  return {
    push: hasPush === true,
    text: phone !== null,
    mail: email !== undefined,
  };
}

/** The channels that may be used. A customer who already waits gets no text about a late shop. */
export function reachFor(
  kind: AlertKind,
  ticket: Ways & Pick<Doc<"tickets">, "state">,
) {
  const reach = reachOf(ticket);
  const mayText = kind !== "late" || ticket.state.isScheduled;
  return { ...reach, text: reach.text && mayText };
}

/** Whether any channel is possible. */
export function isReachable(ticket: Ways): boolean {
  return Object.values(reachOf(ticket)).includes(true);
}

/** Keeps the row in step with a changed ticket. */
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

/** Writes the row by which the ticket is found from its number. */
export async function putTarget(
  ctx: MutationCtx,
  { _id: ticketId, businessId, queueId, generation, number }: Target,
): Promise<void> {
  const row = { businessId, queueId, generation, number, ticketId };
  const known = await targetOf(ctx, ticketId);
  if (known === null) await ctx.db.insert("alertTargets", row);
  else await ctx.db.patch("alertTargets", known._id, row);
}

/** Removes the row: the ticket gets no more alerts. */
export async function removeTarget(ctx: MutationCtx, ticketId: Id<"tickets">) {
  const row = await targetOf(ctx, ticketId);
  if (row !== null) await ctx.db.delete("alertTargets", row._id);
}

const targetOf = rowBy("alertTargets", "ticketId");
