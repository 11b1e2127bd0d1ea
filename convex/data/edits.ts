/** What staff change of a person: name, phone number and a note of their own; and taking the newest change back. */
import type { Doc } from "../_generated/dataModel";
import type { Acted } from "../model/answers";
import { cleanText, MAX_NOTE } from "../model/names";
import { readPhone } from "../model/phone";
import type { Refused } from "../model/refusals";
import { isActive } from "../model/ticketState";
import type { CounterCtx } from "./access";
import { putTarget } from "./alertTargets";
import { rewriteEvent } from "./calendarOutbox";
import { acted, movedOn, offer } from "./counter";
import { insertEvent } from "./events";
import { findLine } from "./lines";
import { closeLine, eventOf, openAsStaff } from "./moves";
import { ensureOwnTicket } from "./tickets";

/** What is given replaces what was; null or blank removes it, what is left out stays. */
export type Edit = {
  name?: string | null;
  phone?: string | null;
  note?: string | null;
};

/**
 * Changes what is known of a person who is in a queue or has a booking. How it
 * was is kept with the ticket, for the newest change alone: no personal data
 * goes into the log.
 * @throws notFound
 */
export async function edit(
  ctx: CounterCtx,
  ticketId: string,
  given: Edit,
  now: number,
): Promise<Acted | Refused<"phoneInvalid" | "customerMovedOn">> {
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const row = await findLine(ctx, ticket.queueId);
  if (
    row?.state.generation !== ticket.generation ||
    !isActive(ticket.state.status)
  ) {
    return movedOn();
  }
  const read = readPhone(given.phone ?? undefined, ctx.business.country);
  if (!read.ok) return read;
  const { name, phone, note = null } = ticket;
  const line = openAsStaff(ctx, row, now);
  const eventId = await insertEvent(ctx, {
    ...eventOf(line, ticket),
    kind: "edit",
    before: null,
    after: null,
  });
  const changed = {
    name: given.name === undefined ? name : cleanText(given.name),
    phone: given.phone === undefined ? phone : read.phone,
    note: given.note === undefined ? note : cleanText(given.note, MAX_NOTE),
  };
  await ctx.db.patch("tickets", ticket._id, {
    ...changed,
    note: changed.note ?? undefined,
    edited: { eventId, name, phone, note },
  });
  if (changed.phone !== null) await putTarget(ctx, ticket);
  if (changed.name !== name) await rewriteEvent(ctx, ticket);
  await closeLine(ctx, line, offer(eventId, "edit", ticket, line));
  return acted({ ...ticket, name: changed.name }, eventId);
}

/** Puts back what the ticket's newest change has replaced. */
export async function undoEdit(
  ctx: CounterCtx,
  ticket: Doc<"tickets">,
): Promise<void> {
  const { _id, edited } = ticket;
  if (edited === undefined) return;
  const { name, phone, note } = edited;
  await ctx.db.patch("tickets", _id, {
    ...{ name, phone, note: note ?? undefined },
    edited: undefined,
  });
  if (name !== ticket.name) await rewriteEvent(ctx, ticket);
}
