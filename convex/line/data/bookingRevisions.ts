/** Counts the changes of a booking for calendars (RFC 5545 SEQUENCE). */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { changesEvent } from "../../calendar/rules/events";
import type { Change } from "../../queue/data/change";
import { patchTicket } from "../../queue/data/ticketRows";

export async function countChange(
  ctx: MutationCtx,
  { ticket, before }: Change,
): Promise<void> {
  if (before === null || ticket.scheduledTime === null) return;
  if (changesEvent(before, ticket.state)) await countRevision(ctx, ticket);
}

/** Counts a change of any other field that calendars show, such as the name. */
export async function countRevision(
  ctx: MutationCtx,
  { _id, scheduledTime, revision = 0 }: Doc<"tickets">,
): Promise<void> {
  if (scheduledTime === null) return;
  await patchTicket(ctx, _id, { revision: revision + 1 });
}
