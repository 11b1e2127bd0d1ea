/** Takes bookings, moves them, and puts due ones into the line. Check and write are one transaction. */
import type { Person } from "../../queue/rules/person";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { callerBehind, PRIVATE, type Caller } from "../../base/rules/addresses";
import { DAY_MS } from "../../base/rules/job";
import { MAX_CHANGES, movesPerBooking } from "../rules/limits";
import { appError, must, refuse } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import type { Span } from "../../base/rules/span";
import { dueTime, isActive, staleAt } from "../../queue/rules/ticketState";
import { canMove } from "../../queue/rules/tickets";
import { countBooking, mayMoveTo } from "./guard";
import { businessOf } from "../../business/data/businesses";
import {
  findTakingQueue,
  readCustomer,
  takeTicket,
} from "../../line/data/joining";
import { stopped } from "../../line/data/joinGuard";
import { leave } from "../../line/data/ownTicket";
import { findLine } from "../../queue/data/lines";
import { joinedAfterLook } from "../../reports/data/looks";
import { moveTicket, type Recording } from "../../line/data/moves";
import { closeLine, openLine, type OpenLine } from "../../line/data/openLine";
import { takeFromAll } from "../../base/data/rateLimits";
import { chooseSlot } from "./slots";
import { patchTicket } from "../../queue/data/ticketRows";

export const bookRefusals = [
  "slotTaken",
  "slotNotBookable",
  "phoneInvalid",
  "notTextable",
  "invalidEmail",
  "queueClosed",
  "unknownQueue",
  "notTakingCustomers",
  "tooManyJoins",
  "tooManyHeld",
] as const;
export const moveRefusals = [
  "slotTaken",
  "slotNotBookable",
  "notFound",
  "alreadyEnded",
  "notScheduled",
  "tooManyHeld",
  "tooManyRequests",
] as const;
type MoveRefusal = Exclude<(typeof moveRefusals)[number], "notFound">;

/** A phone books a time with a new secret. @throws invalidInput for a secret of no known form */
export async function bookSlot(
  ctx: MutationCtx,
  args: {
    queueId: string;
    person: Person;
    startsAt: number;
    /** Null for a secret of no known form. */
    secretHash: string | null;
    caller: Caller;
    /** The address for the confirmation, as normalizeEmail returns it. */
    email?: string | undefined;
    /** The key of an earlier look at the waits. */
    look?: string | undefined;
  },
  now: number,
): Promise<
  { ok: true; number: number } | Refused<(typeof bookRefusals)[number]>
> {
  const { secretHash } = args;
  if (secretHash === null) throw appError("invalidInput");
  const found = await findTakingQueue(ctx, args.queueId);
  if (!found.ok) return found;
  const { row, business } = found;
  const chosen = await chooseSlot(ctx, row, business, args.startsAt, now);
  if (!chosen.ok) return chosen;
  const read = readCustomer(args.person, business);
  if (!read.ok) return read;
  const { plan } = business;
  const { caller, email } = args;
  const stop = await countBooking(ctx, row, plan, chosen, caller, now);
  if (stop !== null) return stopped(stop);
  const line = openLine(business, row, { kind: "customer" }, now);
  const { network } = caller;
  const look = await joinedAfterLook(ctx, business._id, args.look);
  const taken = { ...read.person, email, secretHash, network, look };
  const { number } = await takeTicket(ctx, line, taken, chosen.slot);
  await closeLine(ctx, line);
  return { ok: true, number };
}

/** A customer moves their booking. Succeeds if the booking has that time already. */
export async function moveBooking(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  startsAt: number,
  now: number,
): Promise<{ ok: true } | Refused<MoveRefusal>> {
  const row = await findLine(ctx, ticket.queueId);
  if (!isActive(ticket.state.status) || row === null)
    return refuse("alreadyEnded");
  if (!canMove(ticket.state, "rebook")) return refuse("notScheduled");
  if (startsAt === ticket.scheduledTime) return { ok: true };
  if ((ticket.revision ?? 0) >= MAX_CHANGES)
    return refuse("tooManyRequests", { retryAfterMs: DAY_MS });
  const business = await businessOf(ctx, ticket);
  const { _id: own, network = PRIVATE } = ticket;
  const chosen = await chooseSlot(ctx, row, business, startsAt, now, own);
  if (!chosen.ok) return chosen;
  const caller = callerBehind(network);
  if (!(await mayMoveTo(ctx, row, business.plan, chosen, caller, now)))
    return refuse("tooManyHeld");
  const wait = await takeFromAll(ctx, now, [`rebook:${own}`, movesPerBooking]);
  if (wait !== null) return refuse("tooManyRequests", wait);
  const line = openLine(business, row, { kind: "customer" }, now);
  const moved = await rebook(ctx, line, ticket, chosen.slot);
  must(moved, "event of a booking that can move");
  await closeLine(ctx, line);
  return { ok: true };
}

/** A customer cancels their booking. Succeeds if they have done so already. */
export async function cancelBooking(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<{ ok: true } | Refused<"alreadyEnded" | "notScheduled">> {
  // It stays a booking when it ends before its time.
  if (!ticket.state.isScheduled) return refuse("notScheduled");
  return await leave(ctx, ticket, now);
}

/** Moves a booking to another time; null, with nothing written, if it is no longer one. */
export async function rebook(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  slot: Span,
  recording: Recording = {},
): Promise<Id<"ticketEvents"> | null> {
  const move = { kind: "rebook", slot } as const;
  const eventId = await moveTicket(ctx, line, ticket, move, recording);
  if (eventId !== null) await putTime(ctx, ticket, slot.start);
  return eventId;
}

/** Writes the ticket fields that follow from its booked time, besides the state. */
export async function putTime(
  ctx: MutationCtx,
  { _id, joinedAt }: Doc<"tickets">,
  scheduledTime: number,
): Promise<void> {
  const kept = { scheduledTime, staleAt: staleAt(joinedAt, scheduledTime) };
  await patchTicket(ctx, _id, kept);
}

/** A booking is due: it joins the line with that time, unless it has moved or joined already. */
export async function comeDue(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
  dueAt: number,
  now: number,
): Promise<void> {
  const ticket = await ctx.db.get("tickets", ticketId);
  if (ticket === null || dueTime(ticket.state) !== dueAt) return;
  const row = await findLine(ctx, ticket.queueId);
  if (row === null) return;
  const business = await businessOf(ctx, ticket);
  const line = openLine(business, row, { kind: "system" }, now);
  const move = { kind: "becomeDue", orderAt: dueAt } as const;
  if ((await moveTicket(ctx, line, ticket, move)) !== null)
    await closeLine(ctx, line);
}
