/** E-mails and calendar revisions about changes to a booking with an address (product.md E1, E2; RFC 5545 SEQUENCE). */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  newsOf,
  RESUME_MS,
  SETTLE_MS,
  tellingsOf,
  type BookingNews,
} from "../../mail/rules/mailRules";
import { dueTime, isActive } from "../../queue/rules/ticketState";
import { findBusiness } from "../../business/data/businesses";
import type { Change } from "../../queue/data/change";
import { newestMails, queueMail, resumeMail } from "../../mail/data/outbox";
import { changesEvent } from "../../calendar/rules/events";
import { patchTicket } from "../../queue/data/ticketRows";
import type { Reader } from "../../base/data/rowBy";

/** When a booking is made, moved or cancelled. One queued mail is enough: its content is built when it is sent. */
export async function bookingMails(
  ctx: MutationCtx,
  { business, ticket, before, cause, at }: Change,
): Promise<void> {
  const { email: to, _id: ticketId } = ticket;
  if (to === undefined) return;
  const was = before === null ? null : dueTime(before);
  const is = dueTime(ticket.state);
  const isInLine = is === null && isActive(ticket.state.status);
  if (was === is || isInLine) return;
  const [newest] = await newestMails(ctx, ticketId, "booking");
  if (newest?.state === "queued" && newest.to === to) return;
  const delay = cause === "join" ? 0 : SETTLE_MS;
  const occasion = `${at} ${is ?? "off"}`;
  const wanted = { business, ticketId, to, kind: "booking" as const };
  await queueMail(ctx, { ...wanted, occasion }, at, delay);
}

export async function mailNewAddress(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  { _id: ticketId }: Doc<"tickets">,
  to: string,
  at: number,
): Promise<void> {
  const wanted = { business, ticketId, to, kind: "booking" as const };
  const occasion = `${at} ${to}`;
  await queueMail(ctx, { ...wanted, occasion }, at, SETTLE_MS);
}

/** What a mail about a booking must say now, or null. `told`: the booking time that it gives its holder. */
export async function newsFor(
  ctx: Reader,
  row: Doc<"mails">,
  ticket: Doc<"tickets">,
): Promise<{ news: BookingNews; told: number | null } | null> {
  const is = dueTime(ticket.state);
  const told = await tellingsAt(ctx, row, ticket);
  // On a retry with the same words, compare with what was sent before them.
  const isAgain = told[0]?.mail._id === row._id && told[0].told === is;
  const last = told[isAgain ? 1 : 0]?.told ?? null;
  const news = newsOf(last, is, !isActive(ticket.state.status));
  return news && { news, told: is };
}

/** Resumes a skipped mail that may have told the current state: its idempotency key makes it arrive exactly once. */
export async function resumeDoubtful(
  ctx: MutationCtx,
  row: Doc<"mails">,
  ticket: Doc<"tickets">,
  now: number,
): Promise<void> {
  const [last] = await tellingsAt(ctx, row, ticket);
  if (last?.mail.state !== "skipped" || now > last.at + RESUME_MS) return;
  const isCurrent = last.told === dueTime(ticket.state);
  if (isCurrent) await resumeMail(ctx, last.mail, now);
}

/** What this address was, or may have been, sent about a booking. Newest first. */
async function tellingsAt(
  ctx: Reader,
  { to }: Doc<"mails">,
  { _id: ticketId }: Doc<"tickets">,
) {
  const mails = await newestMails(ctx, ticketId, "booking");
  return mails
    .filter((mail) => mail.to === to && mail.state !== "failed")
    .flatMap((mail) => tellingsOf(mail).map((one) => ({ ...one, mail })))
    .sort((a, b) => b.at - a.at);
}

export async function mailFacts(
  ctx: Reader,
  { businessId, ticketId }: Pick<Doc<"mails">, "businessId" | "ticketId">,
) {
  if (businessId === null || ticketId === null) return null;
  const business = await findBusiness(ctx, businessId);
  const ticket = await ctx.db.get("tickets", ticketId);
  if (business === null || ticket === null) return null;
  const queue = await ctx.db.get("queues", ticket.queueId);
  return queue && { business, ticket, queue };
}

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
