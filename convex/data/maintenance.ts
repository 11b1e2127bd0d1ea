/** The regular cleaning, in batches: each kind of row takes at most one batch a run. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { DEMO_REQUESTS_KEPT_MS } from "../model/demos";
import { must } from "../model/errors";
import { OWN_MS } from "../model/joinLimits";
import { TEXTS_KEPT_MS } from "../model/texts";
import { ACTIVE } from "../model/ticketState";
import { forgetOldEvents } from "./audit";
import { businessOf } from "./businesses";
import { forgetAdminSessions } from "./adminSessions";
import { forgetOldAlerts } from "./alerts";
import { beginMonths } from "./textQuota";
import { settleLost } from "./texts";
import { findLine } from "./lines";
import { countLooks } from "./looks";
import { forgetMails } from "./mailOutbox";
import {
  closeLine,
  moveDetached,
  moveTicket,
  openLedger,
  openLine,
  saveDays,
} from "./moves";
import { hidePhones } from "./phoneViews";
import { blankPeople, deleteMailsOf } from "./retention";
import { forgetOldSubscriptions } from "./pushSubscriptions";
import { forgetSupport } from "./support";

const BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Stripe repeats an event for three days; people look for one a month later. */
const STRIPE_EVENT_MS = 35 * DAY_MS;
/** After the day in which a ticket would have gone stale. */
const CANCELLED_MS = 7 * DAY_MS;
/** The slowest bucket is full again after this long, so its row says nothing. */
const BUCKET_MS = 60 * 60 * 1000;

/** A folder of years is blanked beside the work of its shops, and not instead. */
const PEOPLE_PAUSE_MS = 1_000;

/** Expires forgotten tickets and deletes what nobody needs; `moreIn`: after how many ms the next batch is due, null if none was full. */
export async function cleanUp(
  ctx: MutationCtx,
  now: number,
): Promise<{ expired: number; moreIn: number | null }> {
  const stale = await staleTickets(ctx, now);
  await expire(ctx, stale, now);
  const requests = await ctx.db
    .query("deskRequests")
    .withIndex("by_at", (q) => q.lt("at", now - DAY_MS))
    .take(BATCH);
  for (const { _id } of requests) await ctx.db.delete("deskRequests", _id);
  const buckets = await ctx.db
    .query("rateLimits")
    .withIndex("by_at", (q) => q.lt("at", now - BUCKET_MS))
    .take(BATCH);
  for (const { _id } of buckets) await ctx.db.delete("rateLimits", _id);
  const events = await ctx.db
    .query("stripeEvents")
    .withIndex("by_at", (q) => q.lt("at", now - STRIPE_EVENT_MS))
    .take(BATCH);
  for (const { _id } of events) await ctx.db.delete("stripeEvents", _id);
  const resets = await ctx.db
    .query("passwordResets")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", now))
    .take(BATCH);
  for (const { _id } of resets) await ctx.db.delete("passwordResets", _id);
  const changes = await ctx.db
    .query("emailChanges")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", now))
    .take(BATCH);
  for (const { _id } of changes) await ctx.db.delete("emailChanges", _id);
  const networks = await ctx.db
    .query("ownNetworks")
    .withIndex("by_at", (q) => q.lt("at", now - OWN_MS))
    .take(BATCH);
  for (const { _id } of networks) await ctx.db.delete("ownNetworks", _id);
  const crowds = await ctx.db
    .query("crowds")
    .withIndex("by_at", (q) => q.lt("at", now - DAY_MS))
    .take(BATCH);
  for (const { _id } of crowds) await ctx.db.delete("crowds", _id);
  const texts = await ctx.db
    .query("smsMessages")
    .withIndex("by_at", (q) => q.lt("at", now - TEXTS_KEPT_MS))
    .take(BATCH);
  for (const { _id } of texts) await ctx.db.delete("smsMessages", _id);
  const replies = await ctx.db
    .query("smsInbound")
    .withIndex("by_at", (q) => q.lt("at", now - TEXTS_KEPT_MS))
    .take(BATCH);
  for (const { _id } of replies) await ctx.db.delete("smsInbound", _id);
  const lost = await settleLost(ctx, now, BATCH);
  const months = await beginMonths(ctx, now, BATCH);
  const demos = await ctx.db
    .query("demoRequests")
    .withIndex("by_at", (q) => q.lt("at", now - DEMO_REQUESTS_KEPT_MS))
    .take(BATCH);
  for (const { _id } of demos) await ctx.db.delete("demoRequests", _id);
  const looks = await countLooks(ctx, BATCH, now);
  const notServed = await ctx.db
    .query("notServed")
    .withIndex("by_until", (q) => q.lt("until", now))
    .take(BATCH);
  for (const { _id } of notServed) await ctx.db.delete("notServed", _id);
  const mails = await forgetMails(ctx, BATCH, now);
  const support = await forgetSupport(ctx, BATCH, now);
  const people = await blankPeople(ctx, BATCH, now);
  const left = await forgetCancelled(ctx, now, "left");
  const removed = await forgetCancelled(ctx, now, "removedByStaff");
  const alerts = await forgetOldAlerts(ctx, BATCH, now);
  const pushes = await forgetOldSubscriptions(ctx, BATCH, now);
  const phones = await hidePhones(ctx, BATCH, now);
  const portal = await forgetAdminSessions(ctx, BATCH, now);
  const audited = await forgetOldEvents(ctx, BATCH, now);
  const sessions = await endedSessions(ctx, now);
  const tokens = await endedTokens(ctx, now);
  const batches = [
    ...[stale, requests, buckets, events, resets, changes, networks],
    ...[texts, replies, ...lost, months],
    ...[crowds, demos, looks, notServed, left, removed, alerts, pushes],
    ...[mails, phones, support, audited, portal, sessions, tokens],
  ];
  const isFull = batches.some(({ length }) => length >= BATCH);
  const hasPeople = people.length >= BATCH;
  const moreIn = isFull ? 0 : hasPeople ? PEOPLE_PAUSE_MS : null;
  return { expired: stale.length, moreIn };
}

async function staleTickets(
  ctx: MutationCtx,
  now: number,
): Promise<Doc<"tickets">[]> {
  const stale: Doc<"tickets">[] = [];
  for (const status of ACTIVE) {
    const tickets = await ctx.db
      .query("tickets")
      .withIndex("by_status_and_staleAt", (q) =>
        q.eq("state.status", status).lte("staleAt", now),
      )
      .take(BATCH - stale.length);
    stale.push(...tickets);
    if (stale.length === BATCH) break;
  }
  return stale;
}

async function expire(
  ctx: MutationCtx,
  stale: readonly Doc<"tickets">[],
  now: number,
): Promise<void> {
  const byQueue = new Map<Id<"queues">, Doc<"tickets">[]>();
  for (const ticket of stale) {
    const others = byQueue.get(ticket.queueId) ?? [];
    byQueue.set(ticket.queueId, [...others, ticket]);
  }
  for (const [queueId, tickets] of byQueue) {
    const row = await findLine(ctx, queueId);
    const business = await businessOf(ctx, must(tickets[0], "stale ticket"));
    const system = { kind: "system" } as const;
    // Tickets of a deleted queue or an earlier generation are in no line.
    const apart = (ticket: Doc<"tickets">) =>
      row === null || ticket.generation !== row.state.generation;
    const ledger = openLedger(business, queueId, system, now);
    for (const ticket of tickets.filter(apart)) {
      await moveDetached(ctx, ledger, ticket, "expire");
    }
    await saveDays(ctx, ledger);
    if (row === null || tickets.every(apart)) continue;
    const line = openLine(business, row, system, now);
    for (const ticket of tickets) {
      await moveTicket(ctx, line, ticket, { kind: "expire" });
    }
    await closeLine(ctx, line);
  }
}

/**
 * Tickets that came to nothing, with their events and mails: who joins and leaves all
 * day fills no disk. The days' sums keep what statistics need, and what a
 * reset or the end of a queue has archived stays.
 */
async function forgetCancelled(
  ctx: MutationCtx,
  now: number,
  endReason: "left" | "removedByStaff",
): Promise<Doc<"tickets">[]> {
  const tickets = await ctx.db
    .query("tickets")
    .withIndex("by_endReason_and_staleAt", (q) =>
      q.eq("state.endReason", endReason).lt("staleAt", now - CANCELLED_MS),
    )
    .take(BATCH);
  for (const { _id } of tickets) {
    const events = await ctx.db
      .query("ticketEvents")
      .withIndex("by_ticketId", (q) => q.eq("ticketId", _id))
      .take(BATCH);
    for (const event of events) await ctx.db.delete("ticketEvents", event._id);
    await deleteMailsOf(ctx, _id);
    // A ticket with more events than a batch is finished on the next run.
    if (events.length < BATCH) await ctx.db.delete("tickets", _id);
  }
  return tickets;
}

/** Sessions last thirty days from their making, so the ended ones are the oldest. */
async function endedSessions(
  ctx: MutationCtx,
  now: number,
): Promise<Doc<"authSessions">[]> {
  const oldest = await ctx.db.query("authSessions").take(BATCH);
  const ended = oldest.filter(({ expirationTime }) => expirationTime < now);
  for (const { _id } of ended) {
    const tokens = await ctx.db
      .query("authRefreshTokens")
      .withIndex("sessionId", (q) => q.eq("sessionId", _id))
      .take(BATCH);
    for (const token of tokens) {
      await ctx.db.delete("authRefreshTokens", token._id);
    }
    // A session with more tokens than a batch is finished on the next run.
    if (tokens.length < BATCH) await ctx.db.delete("authSessions", _id);
  }
  return ended;
}

/** Tokens end in the order of their making too; these are of sessions that were ended all at once. */
async function endedTokens(
  ctx: MutationCtx,
  now: number,
): Promise<Doc<"authRefreshTokens">[]> {
  const oldest = await ctx.db.query("authRefreshTokens").take(BATCH);
  const ended = oldest.filter(({ expirationTime }) => expirationTime < now);
  for (const { _id } of ended) await ctx.db.delete("authRefreshTokens", _id);
  return ended;
}
