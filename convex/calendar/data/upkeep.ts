/** Batch work on calendars: filling a new one, clearing a deleted one, resuming lost runs (product.md K3). */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { openConnectionOf } from "./connections";
import { want, write } from "./outbox";
import { eventTime } from "../rules/events";
import { deleteOld, job } from "../../base/data/job";
import { rowsBy } from "../../base/data/rowBy";

const BATCH = 100;
/** How long rows wait for the owner when Google no longer accepts the token. */
const PARKED_MS = 24 * 60 * 60_000;
/** A run that is this late was lost in a crash. */
const LATE_MS = 60_000;
/** An event this long over is a record that no longer changes. */
const OVER_MS = 7 * 24 * 60 * 60_000;

/** Queues the bookings of all queues from the time `since` on, in batches. */
export async function fillCalendar(
  ctx: MutationCtx,
  {
    businessId,
    since,
    cursor = null,
  }: { businessId: Id<"businesses">; since: number; cursor?: string | null },
): Promise<void> {
  const connection = await openConnectionOf(ctx, businessId);
  if (connection === null) return;
  await wakeRows(ctx, connection);
  const { page, isDone, continueCursor } = await ctx.db
    .query("tickets")
    .withIndex("by_businessId_and_slot", (q) =>
      q.eq("businessId", businessId).gte("state.slot.start", since),
    )
    .paginate({ cursor, numItems: BATCH });
  for (const { _id, state } of page) {
    const time = eventTime(state);
    if (time !== null && time !== "asItIs")
      await want(ctx, businessId, _id, time);
  }
  if (isDone) {
    await write(ctx, { businessId });
    return;
  }
  const rest = { businessId, since, cursor: continueCursor };
  await ctx.scheduler.runAfter(0, internal.calendar.sync.fill, rest);
}

/** Rows that waited for the owner to connect again. */
async function wakeRows(ctx: MutationCtx, { _id }: Doc<"calendarConnections">) {
  const waiting = await ctx.db
    .query("calendarEvents")
    .withIndex("by_connectionId_and_nextAt", (q) =>
      q.eq("connectionId", _id).gt("nextAt", 0),
    )
    .take(BATCH);
  for (const row of waiting)
    await ctx.db.patch("calendarEvents", row._id, { nextAt: 0 });
}

const eventsOf = rowsBy("calendarEvents", "connectionId_and_ticketId", BATCH);

/** Deletes the event rows of a disconnected calendar, in batches. */
export async function clearCalendar(
  ctx: MutationCtx,
  connectionId: Id<"calendarConnections">,
): Promise<void> {
  const rows = await eventsOf(ctx, connectionId);
  for (const { _id } of rows) await ctx.db.delete("calendarEvents", _id);
  if (rows.length < BATCH) return;
  await ctx.scheduler.runAfter(0, internal.calendar.sync.clear, {
    connectionId,
  });
}

/** Events whose run was lost in a crash. */
export const lateEvents = job<Doc<"calendarEvents">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("calendarEvents")
      .withIndex("by_nextAt", (q) =>
        q.gte("nextAt", 0).lt("nextAt", at - LATE_MS),
      )
      .paginate(page),
  work: async (ctx, late, { now }) => {
    const businesses = new Set<Id<"businesses">>();
    for (const row of late) {
      const connection = await ctx.db.get(
        "calendarConnections",
        row.connectionId,
      );
      if (connection === null) await ctx.db.delete("calendarEvents", row._id);
      // Its calendar cannot be written, so it must not block others.
      else if (connection.isExpired)
        await ctx.db.patch("calendarEvents", row._id, {
          nextAt: now + PARKED_MS,
        });
      else if (connection.writingUntil <= now) businesses.add(row.businessId);
    }
    for (const businessId of businesses) await write(ctx, { businessId });
    return "done";
  },
});

export const pastEvents = deleteOld("calendarEvents", "endsAt", OVER_MS);
