/**
 * People in queues, for admins. Reads bounded rows without an extra index, which would slow down every join. So a page
 * may be short or empty without being the last.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../base/rules/errors";
import { isMeant } from "../../desk/rules/find";
import { listQueues } from "../../queue/data/queues";
import { boundedPage } from "../../base/rules/pages";
import {
  statusesOf,
  type participantAnswer,
  type ParticipantStatus,
} from "../rules/participants";
import { isActive } from "../../queue/rules/ticketState";
import { phoneSeenBy } from "../../base/rules/typedPhone";
import { findBusiness } from "../../business/data/businesses";
import { queueInDirectory } from "./directoryQueues";
import { findLine, linesOfBusiness } from "../../queue/data/lines";
import { arePhonesShown } from "../../account/data/viewing";
import {
  newestBefore,
  placeOf,
  START,
  type Place,
} from "../../queue/data/ticketsByTime";
import { openTickets } from "../../queue/data/tickets";

type Admin = { admin: { userId: Id<"users"> } };
type Ticket = Doc<"tickets">;
type Page = PaginationResult<Infer<typeof participantAnswer>>;
type Found = { tickets: Ticket[]; cursor: string | null };
type Scope = { businessId: Id<"businesses">; queueId: Id<"queues"> | null };

export type Asked = {
  queueId: string | null;
  businessId: string | null;
  status: ParticipantStatus;
  text: string;
};

/** Most people per page. */
const MAX_ROWS = 100;
/** Tickets read for one page. No further line is begun after that. */
const MAX_READ = 600;
const BATCH = 200;
/** The largest plan's people in one queue (product.md P3), and as many bookings. */
const MAX_IN_LINE = 2_000;

/** A page of people; empty for an unknown queue or business. @throws invalidInput if neither is named */
export async function participantsPage(
  ctx: QueryCtx & Admin,
  asked: Asked,
  page: PaginationOptions,
): Promise<Page> {
  const { cursor, numItems: count } = boundedPage(page, MAX_ROWS);
  const scope = await scopeOf(ctx, asked);
  if (scope === null) return { page: [], isDone: true, continueCursor: "" };
  const statuses = statusesOf(asked.status);
  const arePhonesOpen = await arePhonesShown(ctx, scope.businessId);
  const queues = await listQueues(ctx, scope.businessId);
  const letters = new Map(queues.map(({ _id, letter }) => [_id, letter]));
  // Matches only the visible part of a phone number: repeated searches could reveal the rest unrecorded.
  const isWanted = (ticket: Ticket) =>
    (statuses === null || statuses.includes(ticket.state.status)) &&
    isMeant(
      {
        ...ticket,
        letter: letters.get(ticket.queueId) ?? null,
        phone: phoneSeenBy({ coversPhones: !arePhonesOpen }, ticket),
      },
      asked.text,
    );
  const isOpen = statuses?.every(isActive) === true;
  const found = isOpen
    ? await openPage(ctx, scope, { isWanted, count, cursor, text: asked.text })
    : await everPage(ctx, scope, { isWanted, count, cursor });
  return {
    page: await shown(ctx, found.tickets, arePhonesOpen),
    isDone: found.cursor === null,
    continueCursor: found.cursor ?? "",
  };
}

async function scopeOf(
  ctx: QueryCtx,
  { queueId, businessId }: Asked,
): Promise<Scope | null> {
  if (queueId === null) {
    if (businessId === null) throw appError("invalidInput");
    const business = await findBusiness(ctx, businessId);
    return business && { businessId: business._id, queueId: null };
  }
  const queue = await queueInDirectory(ctx, queueId);
  if (queue === null) return null;
  const { businessId: of } = queue.business;
  const isAsked = businessId === null || businessId === of;
  return isAsked ? { businessId: of, queueId: queue.queueId } : null;
}

type Wanted = {
  isWanted: (ticket: Ticket) => boolean;
  count: number;
  cursor: string | null;
};

/** From the lines, queue by queue. The cursor holds the line and the position in it. */
async function openPage(
  ctx: QueryCtx,
  { businessId, queueId }: Scope,
  { isWanted, count, cursor, text }: Wanted & { text: string },
): Promise<Found> {
  const lines = await linesIn(ctx, businessId, queueId);
  const [first, skipped] = numbersIn(cursor, [0, 0]);
  const tickets: Ticket[] = [];
  let looked = 0;
  for (const [i, line] of lines.entries()) {
    const { called, generation, waitingCount, scheduledCount } = line.state;
    const isEmpty = called.length + waitingCount + scheduledCount === 0;
    if (i < first || isEmpty) continue;
    if (looked >= MAX_READ) return { tickets, cursor: `${i}:0` };
    const skip = i === first ? skipped : 0;
    const left = count - tickets.length;
    const enough = called.length + skip + left + 1;
    const isAll = text.trim() === "";
    const most = isAll ? Math.min(enough, MAX_IN_LINE) : MAX_IN_LINE;
    const people = await openTickets(ctx, line.queueId, generation, most);
    looked += people.length;
    const wanted = people.filter(isWanted).slice(skip);
    tickets.push(...wanted.slice(0, left));
    if (wanted.length > left) return { tickets, cursor: `${i}:${skip + left}` };
  }
  return { tickets, cursor: null };
}

/** From all tickets of the business, newest first. The cursor is the place of the last one read. */
async function everPage(
  ctx: QueryCtx,
  { businessId, queueId }: Scope,
  { isWanted, count, cursor }: Wanted,
): Promise<Found> {
  const tickets: Ticket[] = [];
  let place: Place = numbersIn(cursor, START);
  for (let looked = 0; looked < MAX_READ; looked += BATCH) {
    const next = await newestBefore(ctx, businessId, place, BATCH);
    for (const ticket of next) {
      place = placeOf(ticket);
      const isHere = queueId === null || ticket.queueId === queueId;
      if (isHere && isWanted(ticket)) tickets.push(ticket);
      if (tickets.length === count) return { tickets, cursor: place.join(":") };
    }
    if (next.length < BATCH) return { tickets, cursor: null };
  }
  return { tickets, cursor: place.join(":") };
}

async function linesIn(
  ctx: QueryCtx,
  businessId: Id<"businesses">,
  queueId: Id<"queues"> | null,
): Promise<Doc<"lines">[]> {
  if (queueId === null) {
    return [...(await linesOfBusiness(ctx, businessId)).values()];
  }
  const line = await findLine(ctx, queueId);
  return line === null ? [] : [line];
}

function numbersIn(cursor: string | null, none: Place): Place {
  const [first, second] = (cursor ?? "").split(":").map(Number);
  return Number.isFinite(first) && Number.isFinite(second)
    ? [first ?? 0, second ?? 0]
    : none;
}

async function shown(
  ctx: QueryCtx,
  tickets: readonly Ticket[],
  arePhonesOpen: boolean,
): Promise<Page["page"]> {
  const queues = new Map<Id<"queues">, Doc<"queues"> | null>();
  for (const queueId of new Set(tickets.map((ticket) => ticket.queueId))) {
    queues.set(queueId, await ctx.db.get("queues", queueId));
  }
  return tickets.map((ticket) => {
    const { _id: ticketId, queueId, number, name, phone, state } = ticket;
    const { joinedAt, scheduledTime } = ticket;
    const queue = queues.get(queueId);
    return {
      ...{ ticketId, queueId, queueName: queue?.name ?? "" },
      letter: queue?.letter ?? null,
      ...{ number, name, joinedAt, scheduledTime },
      phone: phoneSeenBy({ coversPhones: !arePhonesOpen }, ticket),
      isMasked: phone !== null && !arePhonesOpen,
      status: state.status,
      isScheduled: state.isScheduled,
    };
  });
}
