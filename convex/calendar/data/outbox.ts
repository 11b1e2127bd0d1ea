/**
 * Bookings to be written to a Google calendar (product.md K3), by one run at a time. A crashed run loses nothing:
 * its rows are still due, and writing an event twice gives one event.
 */
import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  calendarEventValidator,
  changesEvent,
  eventIdOf,
  eventTime,
  MAX_REFUSALS,
  retryAfter,
  summaryOf,
  type CalendarEvent,
  type Written,
} from "../rules/events";
import { must } from "../../base/rules/errors";
import { sealedValidator } from "../../base/rules/sealed";
import type { Span } from "../../base/rules/span";
import { connectionOf, noteHealth, openConnectionOf } from "./connections";
import type { Change } from "../../queue/data/change";
import { outbox, toSend, type Outbox } from "../../base/data/outbox";
import { rowsBy, rowBy } from "../../base/data/rowBy";

const TURN = 10;
/** Longer than a turn can take, even if each call runs to its timeout. */
const TURN_MS = 5 * 60_000;
/** Turns of one run: an action has ten minutes. */
const MAX_TURNS = 20;

export const turnValidator = v.object({
  connectionId: v.id("calendarConnections"),
  token: sealedValidator,
  writes: v.array(
    v.object({
      rowId: v.id("calendarEvents"),
      revision: v.number(),
      eventId: v.string(),
      event: v.nullable(calendarEventValidator),
    }),
  ),
});
type Turn = Infer<typeof turnValidator>;

/** Keeps other runs away from a calendar for one more turn. */
const claimed = (now: number) => ({ writingUntil: now + TURN_MS });

/** A calendar is claimed as a whole: one run at a time writes to it. */
const calendars: Outbox<
  "calendarConnections",
  { businessId: Id<"businesses"> }
> = outbox({
  table: "calendarConnections",
  isDue: ({ writingUntil }, now) => writingUntil <= now,
  claimed: (_row, now) => claimed(now),
  action: ({ businessId }) =>
    toSend(internal.calendar.googleCalls.write, { businessId }),
});

/** Schedules a run for the calendar. It does nothing while another run has the claim. */
export const write = calendars.send;

/** Stores the event that a booking's change needs; nothing for walk-ins and changes that keep the event. */
export async function noteBooking(
  ctx: MutationCtx,
  { business, ticket, before }: Change,
): Promise<void> {
  if (ticket.scheduledTime === null) return;
  const wanted = eventTime(ticket.state);
  if (wanted === "asItIs" || !changesEvent(before, ticket.state)) return;
  const { _id: businessId } = business;
  const isOnTheWay = await want(ctx, businessId, ticket._id, wanted);
  if (isOnTheWay) await write(ctx, { businessId });
}

/** Rewrites a booking's event after another change that it shows, such as the name. */
export async function rewriteEvent(
  ctx: MutationCtx,
  { _id, businessId, scheduledTime, state }: Doc<"tickets">,
): Promise<void> {
  if (scheduledTime === null) return;
  const time = eventTime(state);
  if (time === null || time === "asItIs") return;
  if (await want(ctx, businessId, _id, time)) await write(ctx, { businessId });
}

const eventFor = rowBy("calendarEvents", "connectionId_and_ticketId");

/** Stores the wanted event of a booking, if a calendar is connected. Returns whether a run must be started. */
export async function want(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  ticketId: Id<"tickets">,
  wanted: Span | null,
): Promise<boolean> {
  const connection = await connectionOf(ctx, businessId);
  if (connection === null) return false;
  const row = await eventFor(ctx, connection._id, ticketId);
  if (row === null && wanted === null) return false;
  const isFirst = !(await hasNew(ctx, connection));
  const next = {
    wanted: wanted && { start: wanted.start, end: wanted.end },
    revision: (row?.revision ?? 0) + 1,
    failures: 0,
    nextAt: 0,
    endsAt: wanted?.end ?? row?.endsAt ?? 0,
  };
  if (row === null) {
    await ctx.db.insert("calendarEvents", {
      ...next,
      businessId,
      connectionId: connection._id,
      ticketId,
      edition: 0,
    });
  } else {
    await ctx.db.patch("calendarEvents", row._id, next);
  }
  return isFirst && !connection.isExpired;
}

/** Whether a new wish is waiting that no run has tried. Its run writes this one too. */
async function hasNew(ctx: MutationCtx, { _id }: Doc<"calendarConnections">) {
  return (await eventsAt(ctx, _id, 0)).length > 0;
}
const eventsAt = rowsBy("calendarEvents", "connectionId_and_nextAt", 1);

/** A run's next turn. Null ends the run: no row is due, another has the claim, or it had many. @param turns so far */
export async function beginTurn(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  turns: number,
  siteUrl: string,
  now: number,
): Promise<Turn | null> {
  const connection = await openConnectionOf(ctx, businessId);
  if (connection === null) return null;
  const rows = await ctx.db
    .query("calendarEvents")
    .withIndex("by_connectionId_and_nextAt", (q) =>
      q.eq("connectionId", connection._id).gte("nextAt", 0).lte("nextAt", now),
    )
    .take(TURN);
  const { _id } = connection;
  if (rows.length === 0 || turns === MAX_TURNS) {
    if (turns > 0) await endRun(ctx, connection, now);
    return null;
  }
  if (turns > 0) await ctx.db.patch("calendarConnections", _id, claimed(now));
  else if ((await calendars.claim(ctx, _id, now)) === null) return null;
  const writes: Turn["writes"] = [];
  for (const row of rows) {
    writes.push({
      rowId: row._id,
      revision: row.revision,
      eventId: await eventIdOf(row.ticketId, row.edition),
      event: await eventOf(ctx, row, siteUrl),
    });
  }
  return { connectionId: _id, token: connection.token, writes };
}

async function eventOf(
  ctx: MutationCtx,
  { ticketId, wanted }: Doc<"calendarEvents">,
  siteUrl: string,
): Promise<CalendarEvent | null> {
  const ticket = await ctx.db.get("tickets", ticketId);
  if (wanted === null || ticket === null) return null;
  const queue = await ctx.db.get("queues", ticket.queueId);
  const summary = summaryOf(ticket, must(queue, "queue of a ticket"));
  return { summary, ...wanted, url: `${siteUrl}/dashboard` };
}

type Report = {
  connectionId: Id<"calendarConnections">;
  /** Of the token that was used. */
  tokenNonce: string;
  outcomes: readonly {
    rowId: Id<"calendarEvents">;
    revision: number;
    written: Written;
  }[];
};

/** Stores the results of a turn. Returns whether the run should continue at once. */
export async function endTurn(
  ctx: MutationCtx,
  { connectionId, tokenNonce, outcomes }: Report,
  now: number,
): Promise<boolean> {
  const connection = await ctx.db.get("calendarConnections", connectionId);
  // It was disconnected or connected again in the meantime, so the result says nothing about the new token.
  if (connection?.token.nonce !== tokenNonce) return false;
  const { isExpired, trouble } = connection;
  let health: Health = { isExpired, trouble };
  for (const { rowId, revision, written } of outcomes) {
    health = { ...health, ...HEALTH_AFTER[written] };
    const row = await ctx.db.get("calendarEvents", rowId);
    if (row === null || written === "revoked") continue;
    if (written === "done") await wasDone(ctx, row, revision, now);
    else await wasNotDone(ctx, row, written, now);
  }
  await noteHealth(ctx, connection, health);
  // Google is busy, unreachable or no longer accepts the token, so the other rows wait too.
  const goesOn = outcomes.every(
    ({ written }) => written !== "later" && written !== "revoked",
  );
  if (!goesOn) await endRun(ctx, connection, now + retryAfter(1));
  return goesOn;
}

type Health = Pick<Doc<"calendarConnections">, "isExpired" | "trouble">;

const HEALTH_AFTER: Readonly<Record<Written, Partial<Health>>> = {
  done: { trouble: null },
  spent: {},
  refused: { trouble: "refused" },
  later: { trouble: "unreachable" },
  revoked: { isExpired: true },
};

async function wasNotDone(
  ctx: MutationCtx,
  row: Doc<"calendarEvents">,
  written: "spent" | "refused" | "later",
  now: number,
): Promise<void> {
  const failures = row.failures + 1;
  const isGivenUp = written !== "later" && failures >= MAX_REFUSALS;
  await ctx.db.patch("calendarEvents", row._id, {
    failures,
    edition: row.edition + Number(written === "spent"),
    nextAt: isGivenUp ? undefined : now + retryAfter(failures),
  });
}

/** Google has the event of `revision`. If the wish has changed since, the row stays due. */
async function wasDone(
  ctx: MutationCtx,
  row: Doc<"calendarEvents">,
  revision: number,
  now: number,
): Promise<void> {
  if (row.revision !== revision) {
    await ctx.db.patch("calendarEvents", row._id, { nextAt: now });
  } else if (row.wanted === null) {
    await ctx.db.delete("calendarEvents", row._id);
  } else {
    await ctx.db.patch("calendarEvents", row._id, {
      failures: 0,
      nextAt: undefined,
    });
  }
}

async function endRun(
  ctx: MutationCtx,
  connection: Doc<"calendarConnections">,
  earliest: number,
): Promise<void> {
  const { _id } = connection;
  const next = await ctx.db
    .query("calendarEvents")
    .withIndex("by_connectionId_and_nextAt", (q) =>
      q.eq("connectionId", _id).gte("nextAt", 0),
    )
    .first();
  const over = { writingUntil: 0 };
  if (next?.nextAt === undefined) {
    await ctx.db.patch("calendarConnections", _id, over);
  } else {
    const at = Math.max(earliest, next.nextAt);
    await calendars.retry(ctx, connection, over, at);
  }
}
