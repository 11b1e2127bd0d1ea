/**
 * Bookings on their way to a Google calendar (product.md K3). What is wanted
 * there is written with the booking's own change; one run at a time for each
 * calendar makes Google agree, and says what came of it. A run that was cut off
 * costs nothing but time: its rows are still due, and the same event written
 * twice is one event.
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

/** Events written in one turn of a run. */
const TURN = 10;
/** Longer than a turn can take, with every call of it at its limit. */
const TURN_MS = 5 * 60_000;
/** Turns of one run: an action has ten minutes. */
const MOST_TURNS = 20;
/** Rows of a calendar that Google has closed to us wait for the owner. */
const PARKED_MS = 24 * 60 * 60_000;

export const turnValidator = v.object({
  connectionId: v.id("calendarConnections"),
  token: sealedValidator,
  writes: v.array(
    v.object({
      rowId: v.id("calendarEvents"),
      revision: v.number(),
      eventId: v.string(),
      /** Null: it is to be gone. */
      event: v.nullable(calendarEventValidator),
    }),
  ),
});
type Turn = Infer<typeof turnValidator>;

/** What keeps other runs away from a calendar, for one more turn. */
const claimed = (now: number) => ({ writingUntil: now + TURN_MS });

/** A calendar is claimed as a whole: one run at a time writes to it. */
const calendars: Outbox<"calendarConnections", Id<"businesses">> = outbox({
  table: "calendarConnections",
  find: openConnectionOf,
  keyOf: ({ businessId }) => businessId,
  isDue: ({ writingUntil }, now) => writingUntil <= now,
  claimed: (_row, now) => claimed(now),
  action: (businessId) =>
    toSend(internal.calendar.googleCalls.write, { businessId }),
});

/** Has Google told what is due, once this transaction is done. A calendar that a run is at is left to that run. */
export const write = calendars.send;

/** A booking has been made or changed: what its event is to be. Costs nothing for walk-ins, and for what leaves the event as it is. */
export async function noteBooking(
  ctx: MutationCtx,
  { business, ticket, before }: Change,
): Promise<void> {
  if (ticket.scheduledTime === null) return;
  const wanted = eventTime(ticket.state);
  if (wanted === "asItIs" || !changesEvent(before, ticket.state)) return;
  const { _id: businessId } = business;
  const isOnTheWay = await want(ctx, businessId, ticket._id, wanted);
  if (isOnTheWay) await write(ctx, businessId);
}

/** Something of a booking that stands in its event has changed, such as the name. */
export async function rewriteEvent(
  ctx: MutationCtx,
  { _id, businessId, scheduledTime, state }: Doc<"tickets">,
): Promise<void> {
  if (scheduledTime === null) return;
  const time = eventTime(state);
  if (time === null || time === "asItIs") return;
  const isOnTheWay = await want(ctx, businessId, _id, time);
  if (isOnTheWay) await write(ctx, businessId);
}

/** Notes what is wanted of a booking's event, if a calendar is connected; true if a run is to be begun for it. */
export async function want(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  ticketId: Id<"tickets">,
  wanted: Span | null,
): Promise<boolean> {
  const connection = await connectionOf(ctx, businessId);
  if (connection === null) return false;
  const row = await ctx.db
    .query("calendarEvents")
    .withIndex("by_connectionId_and_ticketId", (q) =>
      q.eq("connectionId", connection._id).eq("ticketId", ticketId),
    )
    .unique();
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

/** Whether something is wanted already that no run has tried: whoever wanted it has begun one, which writes this too. */
async function hasNew(
  ctx: MutationCtx,
  { _id }: Doc<"calendarConnections">,
): Promise<boolean> {
  const row = await ctx.db
    .query("calendarEvents")
    .withIndex("by_connectionId_and_nextAt", (q) =>
      q.eq("connectionId", _id).eq("nextAt", 0),
    )
    .first();
  return row !== null;
}

/**
 * Begins a run's next turn: what is due now. Null, and the run is over, if
 * nothing is, if another run is at it, or after many turns.
 * @param turns how many this run has had
 */
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
  if (rows.length === 0 || turns === MOST_TURNS) {
    if (turns > 0) await endRun(ctx, connection, now);
    return null;
  }
  if (turns > 0) await ctx.db.patch("calendarConnections", _id, claimed(now));
  else if ((await calendars.claim(ctx, businessId, now)) === null) return null;
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

/** What is to stand in the calendar, with the booking as it is now. */
async function eventOf(
  ctx: MutationCtx,
  { ticketId, wanted }: Doc<"calendarEvents">,
  siteUrl: string,
): Promise<CalendarEvent | null> {
  const ticket = await ctx.db.get("tickets", ticketId);
  if (wanted === null || ticket === null) return null;
  const queue = await ctx.db.get("queues", ticket.queueId);
  const summary = summaryOf(ticket, must(queue, "queue of a ticket").name);
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

/** What came of each write of a turn; true while it makes sense to go on at once. */
export async function endTurn(
  ctx: MutationCtx,
  { connectionId, tokenNonce, outcomes }: Report,
  now: number,
): Promise<boolean> {
  const connection = await ctx.db.get("calendarConnections", connectionId);
  // It was disconnected or connected anew meanwhile: what came of an old token says nothing of the new one.
  if (connection?.token.nonce !== tokenNonce) return false;
  let health = pickHealth(connection);
  for (const { rowId, revision, written } of outcomes) {
    health = healthAfter(health, written);
    const row = await ctx.db.get("calendarEvents", rowId);
    if (row === null || written === "revoked") continue;
    if (written === "done") await wasDone(ctx, row, revision, now);
    else await wasNotDone(ctx, row, written, now);
  }
  await noteHealth(ctx, connection, health);
  // Google has enough to do, is not there, or lets us in no more: the others wait too.
  const goesOn = outcomes.every(
    ({ written }) => written !== "later" && written !== "revoked",
  );
  if (!goesOn) await endRun(ctx, connection, now + retryAfter(1));
  return goesOn;
}

type Health = Pick<Doc<"calendarConnections">, "isExpired" | "trouble">;

function pickHealth({ isExpired, trouble }: Health): Health {
  return { isExpired, trouble };
}

function healthAfter(health: Health, written: Written): Health {
  switch (written) {
    case "done":
      return { ...health, trouble: null };
    case "spent":
      return health;
    case "refused":
      return { ...health, trouble: "refused" };
    case "later":
      return { ...health, trouble: "unreachable" };
    case "revoked":
      return { ...health, isExpired: true };
  }
}

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

/** Google has what was wanted then; if that is not what is wanted now, the row stays due. */
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

/** Leaves the calendar to the next run, and sees to it that there is one when something is due again. */
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

/** A row whose calendar nobody can write to does not stand in the way of the others. */
export async function park(
  ctx: MutationCtx,
  row: Doc<"calendarEvents">,
  now: number,
): Promise<void> {
  await ctx.db.patch("calendarEvents", row._id, { nextAt: now + PARKED_MS });
}
