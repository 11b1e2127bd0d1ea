/** Calendars that owners subscribe to with whatever they use: the secret address, and the bookings in it. product.md K5. The file: rules/file.ts. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appointmentUid, type Appointment } from "../rules/file";
import { appError } from "../../base/rules/errors";
import { hashSecret, isClientSecret } from "../../base/rules/secrets";
import type { Proven } from "../../account/data/access";
import { findBusiness } from "../../business/data/businesses";

type Reader = Pick<QueryCtx, "db">;

const DAY_MS = 24 * 60 * 60_000;
const PAST_MS = 30 * DAY_MS;
/** As far as one can book (product.md B3). */
const AHEAD_MS = 61 * DAY_MS;
/** More than nearly any shop has; the nearest come first, and what lies ahead has most of the room. */
const MOST_AHEAD = 1_500;
const MOST_PAST = 500;

/** The address that a business has; null for none. */
export async function feedOf(
  ctx: Reader,
  { _id }: Doc<"businesses">,
): Promise<Doc<"calendarFeeds"> | null> {
  return await ctx.db
    .query("calendarFeeds")
    .withIndex("by_businessId", (q) => q.eq("businessId", _id))
    .unique();
}

/**
 * A new address, whose secret the owner's browser has made; the one before opens nothing any more.
 * @throws invalidInput for a secret of no known form, and for one that opens another's: no browser makes it twice
 */
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
  if ((await rowBehind(ctx, secretHash)) !== null) {
    throw appError("invalidInput");
  }
  const row = { businessId: business._id, secretHash, at: now };
  await ctx.db.insert("calendarFeeds", row);
}

/** The address opens nothing any more. */
export async function removeFeed(
  ctx: MutationCtx,
  business: Doc<"businesses">,
): Promise<void> {
  const row = await feedOf(ctx, business);
  if (row !== null) await ctx.db.delete("calendarFeeds", row._id);
}

/**
 * The bookings behind an address, of the last 30 and the next 60 days; null where it opens nothing.
 * @param host of the site, for their UIDs
 */
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
  const names = await queueNames(ctx, tickets);
  const appointments = tickets.map((ticket) =>
    appointmentOf(ticket, names.get(ticket.queueId) ?? "", business, host),
  );
  return { business, appointments };
}

async function rowBehind(
  ctx: Reader,
  secretHash: string,
): Promise<Doc<"calendarFeeds"> | null> {
  return await ctx.db
    .query("calendarFeeds")
    .withIndex("by_secretHash", (q) => q.eq("secretHash", secretHash))
    .unique();
}

/** Those that are ahead, or were not given up. */
async function bookingsAround(
  ctx: Reader,
  { _id }: Doc<"businesses">,
  now: number,
): Promise<Doc<"tickets">[]> {
  const ahead = await ctx.db
    .query("tickets")
    .withIndex("by_booked_time", (q) =>
      q
        .eq("businessId", _id)
        .gte("scheduledTime", now)
        .lt("scheduledTime", now + AHEAD_MS),
    )
    .take(MOST_AHEAD);
  const past = await ctx.db
    .query("tickets")
    .withIndex("by_booked_time", (q) =>
      q
        .eq("businessId", _id)
        .gt("scheduledTime", now - PAST_MS)
        .lt("scheduledTime", now),
    )
    .order("desc")
    .take(MOST_PAST);
  return [...past.reverse(), ...ahead].filter(
    ({ state }) => state.status !== "cancelled" && state.status !== "expired",
  );
}

async function queueNames(
  ctx: Reader,
  tickets: readonly Doc<"tickets">[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(tickets.map(({ queueId }) => queueId))];
  const queues = await Promise.all(
    ids.map(async (id) => await ctx.db.get("queues", id)),
  );
  return new Map(
    queues.flatMap((queue) =>
      queue === null ? [] : [[queue._id, queue.name]],
    ),
  );
}

/** Nothing in it changes by itself, so that a calendar which has not changed is the same file. */
function appointmentOf(
  ticket: Doc<"tickets">,
  queueName: string,
  business: Doc<"businesses">,
  host: string,
): Appointment {
  const { name, number, joinedAt, state, scheduledTime, revision } = ticket;
  const startsAt = scheduledTime ?? joinedAt;
  const length = business.slotMinutes * 60_000;
  return {
    uid: appointmentUid(ticket, host),
    sequence: revision ?? 0,
    title: name === null ? `#${number}` : `#${number} ${name}`,
    description: queueName,
    url: "",
    startsAt,
    endsAt: state.slot?.end ?? startsAt + length,
    madeAt: joinedAt,
  };
}
