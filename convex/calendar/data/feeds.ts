/** Calendar feeds: the secret address and its bookings (product.md K5). */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appointmentUid, type Appointment } from "../rules/file";
import { personIn } from "../rules/events";
import { appError } from "../../base/rules/errors";
import { hashSecret, isClientSecret } from "../../base/rules/secrets";
import type { Proven } from "../../account/data/access";
import { findBusiness } from "../../business/data/businesses";
import { rowBy, type Reader } from "../../base/data/rowBy";
import { bookedAnywhere } from "../../queue/data/tickets";
import { dueTime } from "../../queue/rules/ticketState";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PAST_MS = 30 * DAY_MS;
/** As far ahead as bookings go (product.md B3). */
const AHEAD_MS = 61 * DAY_MS;
/** More than almost any shop has; most of the room is for upcoming bookings. */
const MAX_AHEAD = 1_500;
const MAX_PAST = 500;

/** A business's feed; null for none. */
export const feedOf = rowBy("calendarFeeds", "businessId");

/** Replaces the address. @throws invalidInput for a malformed secret, or one in use: no browser makes it twice */
export async function makeFeed(
  ctx: MutationCtx,
  _by: Proven,
  business: Doc<"businesses">,
  secret: string,
  now: number,
): Promise<void> {
  if (!isClientSecret(secret)) throw appError("invalidInput");
  await removeFeed(ctx, business);
  const secretHash = await hashSecret(secret);
  if ((await rowBehind(ctx, secretHash)) !== null)
    throw appError("invalidInput");
  const row = { businessId: business._id, secretHash, at: now };
  await ctx.db.insert("calendarFeeds", row);
}

export async function removeFeed(
  ctx: MutationCtx,
  business: Doc<"businesses">,
): Promise<void> {
  const row = await feedOf(ctx, business._id);
  if (row !== null) await ctx.db.delete("calendarFeeds", row._id);
}

/** The bookings of the last 30 and the next 60 days; null for an unknown address. @param host the site's, for UIDs */
export async function feedBehind(
  ctx: Reader,
  secret: string,
  host: string,
  now: number,
): Promise<{
  business: Doc<"businesses">;
  appointments: Appointment[];
} | null> {
  // Guard untested: any other text matches no row; this saves the hash.
  if (!isClientSecret(secret)) return null;
  const secretHash = await hashSecret(secret);
  const row = await rowBehind(ctx, secretHash);
  const business = row && (await findBusiness(ctx, row.businessId));
  if (business === null) return null;
  const tickets = await bookingsAround(ctx, business, now);
  const queues = await queuesOf(ctx, tickets);
  const appointments = tickets.map((ticket) =>
    appointmentOf(ticket, queues.get(ticket.queueId), business, host),
  );
  return { business, appointments };
}

const rowBehind = rowBy("calendarFeeds", "secretHash");

/** @param now the beginning of an hour, whose bookings may be over */
async function bookingsAround(
  ctx: Reader,
  { _id }: Doc<"businesses">,
  now: number,
): Promise<Doc<"tickets">[]> {
  // Not by booked time: anybody can book and give up so often that the limit leaves no room for the others.
  const span = { start: now, end: now + AHEAD_MS };
  const ahead = await bookedAnywhere(ctx, _id, span, MAX_AHEAD);
  const past = await ctx.db
    .query("tickets")
    .withIndex("by_booked_time", (q) =>
      q
        .eq("businessId", _id)
        .gt("scheduledTime", now - PAST_MS)
        .lt("scheduledTime", now + HOUR_MS),
    )
    .order("desc")
    .take(MAX_PAST);
  const kept = past.filter(
    ({ state }) =>
      dueTime(state) === null &&
      state.status !== "cancelled" &&
      state.status !== "expired",
  );
  return [...kept.reverse(), ...ahead];
}

async function queuesOf(ctx: Reader, tickets: readonly Doc<"tickets">[]) {
  const ids = [...new Set(tickets.map(({ queueId }) => queueId))];
  const queues = await Promise.all(
    ids.map(async (id) => await ctx.db.get("queues", id)),
  );
  return new Map(
    queues.flatMap((queue) => (queue === null ? [] : [[queue._id, queue]])),
  );
}

/** Contains nothing that changes with time, so an unchanged calendar is the same file. */
function appointmentOf(
  ticket: Doc<"tickets">,
  queue: Doc<"queues"> | undefined,
  business: Doc<"businesses">,
  host: string,
): Appointment {
  const { joinedAt, state, scheduledTime, revision } = ticket;
  const startsAt = scheduledTime ?? joinedAt;
  return {
    uid: appointmentUid(ticket, host),
    sequence: revision ?? 0,
    title: personIn(ticket, queue?.letter ?? null),
    description: queue?.name ?? "",
    url: "",
    startsAt,
    endsAt: state.slot?.end ?? startsAt + business.slotMinutes * 60_000,
    madeAt: joinedAt,
  };
}
