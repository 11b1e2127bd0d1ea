/** Staff's changes to name, phone number, booking address and note, and undoing the newest one. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Acted } from "../../queue/rules/answers";
import { refuse } from "../../base/rules/errors";
import { readPhone } from "../../base/rules/phone";
import type { Refused } from "../../base/rules/refusals";
import {
  shownPersonOf,
  toStore,
  type PersonEdit,
} from "../../queue/rules/person";
import { dueTime, isActive } from "../../queue/rules/ticketState";
import type { CounterCtx } from "../../account/data/access";
import { putTarget } from "../../messages/data/alertTargets";
import { mailNewAddress, countRevision } from "../../line/data/bookingMails";
import { rewriteEvent } from "../../calendar/data/outbox";
import { acted, offer } from "./calling";
import { insertEvent } from "../../queue/data/events";
import { findLine } from "../../queue/data/lines";
import { eventOf } from "../../line/data/moves";
import { closeLine, openAsStaff } from "../../line/data/openLine";
import { ensureOwnTicket } from "../../queue/data/tickets";
import { patchTicket } from "../../queue/data/ticketRows";

export type Edit = PersonEdit & {
  /** The address of an upcoming booking, as readEmail returns it. */
  email?: string | undefined;
};

/** Changes a person's data. Only the ticket keeps the old values: no personal data enters the log. @throws notFound */
export async function edit(
  ctx: CounterCtx,
  ticketId: string,
  given: Edit,
  now: number,
): Promise<
  Acted | Refused<"phoneInvalid" | "customerMovedOn" | "notScheduled">
> {
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const row = await findLine(ctx, ticket.queueId);
  if (
    row?.state.generation !== ticket.generation ||
    !isActive(ticket.state.status)
  ) {
    return refuse("customerMovedOn");
  }
  const read = readPhone(given.phone ?? undefined, ctx.business.country);
  if (!read.ok) return read;
  const { name, email } = ticket;
  if ("email" in given && dueTime(ticket.state) === null) {
    return refuse("notScheduled");
  }
  const line = openAsStaff(ctx, row, now);
  const event = { ...eventOf(line, ticket), before: null, after: null };
  const eventId = await insertEvent(ctx, { ...event, kind: "edit" });
  const phone = given.phone === undefined ? ticket.phone : read.phone;
  const person = toStore({ ...given, phone }, ticket);
  await patchTicket(ctx, ticket._id, {
    ...person,
    ...("email" in given && { email: given.email }),
    edited: { eventId, ...shownPersonOf(ticket), ...(email && { email }) },
  });
  if (person.phone !== null || given.email) await putTarget(ctx, ticket);
  if (person.name !== name) await showName(ctx, ticket);
  if (given.email !== undefined && given.email !== email) {
    await mailNewAddress(ctx, ctx.business, ticket, given.email, now);
  }
  await closeLine(ctx, line, offer(eventId, "edit", ticket, line));
  return acted({ ...ticket, name: person.name }, eventId);
}

/** Restores the values before the ticket's newest change. */
export async function undoEdit(
  ctx: CounterCtx,
  ticket: Doc<"tickets">,
  at: number,
): Promise<void> {
  const { _id, edited } = ticket;
  if (edited === undefined) return;
  const { eventId: _, email, ...before } = edited;
  const person = toStore(before, ticket);
  await patchTicket(ctx, _id, { ...person, email, edited: undefined });
  if (person.name !== ticket.name) await showName(ctx, ticket);
  // Mails about changes since then went to the other address.
  if (email !== undefined && email !== ticket.email) {
    await mailNewAddress(ctx, ctx.business, ticket, email, at);
  }
}

/** Updates a booking's name wherever calendars show it. */
async function showName(ctx: MutationCtx, ticket: Doc<"tickets">) {
  await rewriteEvent(ctx, ticket);
  await countRevision(ctx, ticket);
}
