/** Counts the product's own work that waits, is late or has failed, up to a limit (product.md O60). */
import type { QueryCtx } from "../../_generated/server";
import {
  LATE_MS,
  MOST,
  NEW_MS,
  type Outbox,
  type ProductFigures,
} from "../rules/operations";
import { dueTime } from "../../queue/rules/ticketState";
import { failingJobs } from "./failing";

type Ctx = Pick<QueryCtx, "db">;

export async function figuresOfProduct(
  ctx: Ctx,
  now: number,
): Promise<ProductFigures> {
  const counted = await ctx.db.query("platformNow").unique();
  return {
    waitingNow: counted?.waiting ?? 0,
    servedToday: counted?.served ?? 0,
    countedAt: counted?.at ?? null,
    mails: await mails(ctx, now),
    texts: await texts(ctx, now),
    calendars: await calendars(ctx, now),
    alarmsLate: await alarmsLate(ctx, now - LATE_MS),
    upkeep: await failingJobs(ctx),
  };
}

/** @param dueAt of the first waiting row */
function outbox(
  waiting: readonly unknown[],
  dueAt: number | undefined,
  failed: number,
  now: number,
): Outbox {
  const lateMs = Math.max(0, now - (dueAt ?? now));
  return { waiting: waiting.length, lateMs, failed };
}

async function mails(ctx: Ctx, now: number): Promise<Outbox> {
  const queued = await ctx.db
    .query("mails")
    .withIndex("by_state_and_nextAt", (q) => q.eq("state", "queued"))
    .take(MOST);
  // For failed mails, `nextAt` is the time of the failed try.
  const failed = await ctx.db
    .query("mails")
    .withIndex("by_state_and_nextAt", (q) =>
      q.eq("state", "failed").gte("nextAt", now - NEW_MS),
    )
    .take(MOST);
  return outbox(queued, queued[0]?.nextAt, failed.length, now);
}

async function texts(ctx: Ctx, now: number): Promise<Outbox> {
  const queued = await ctx.db
    .query("smsMessages")
    .withIndex("by_state_and_at", (q) => q.eq("state", "queued"))
    .take(MOST);
  const failed = await ctx.db
    .query("smsMessages")
    .withIndex("by_state_and_at", (q) =>
      q.eq("state", "failed").gte("at", now - NEW_MS),
    )
    .take(MOST);
  return outbox(queued, queued[0]?.at, failed.length, now);
}

async function calendars(ctx: Ctx, now: number): Promise<Outbox> {
  const wanted = await ctx.db
    .query("calendarEvents")
    .withIndex("by_nextAt", (q) => q.gt("nextAt", 0))
    .take(MOST);
  const failed = wanted.filter(({ failures }) => failures > 0).length;
  return outbox(wanted, wanted[0]?.nextAt, failed, now);
}

async function alarmsLate(ctx: Ctx, then: number): Promise<number> {
  const alerts = await ctx.db
    .query("alerts")
    .withIndex("by_nextAt", (q) => q.gt("nextAt", 0).lte("nextAt", then))
    .take(MOST);
  const bookings = await ctx.db
    .query("tickets")
    .withIndex("by_scheduled_slot", (q) =>
      q
        .eq("state.isScheduled", true)
        .gt("state.slot.start", 0)
        .lte("state.slot.start", then),
    )
    .take(MOST);
  const due = bookings.filter(({ state }) => (dueTime(state) ?? then) < then);
  const pauses = await ctx.db
    .query("lines")
    .withIndex("by_pause_end", (q) =>
      q.gt("pause.until", 0).lte("pause.until", then),
    )
    .take(MOST);
  const notices = await ctx.db
    .query("businesses")
    .withIndex("by_notice_end", (q) =>
      q.gt("notice.until", 0).lte("notice.until", then),
    )
    .take(MOST);
  const late = [alerts, due, pauses, notices].map(({ length }) => length);
  return Math.min(
    MOST,
    late.reduce((sum, count) => sum + count, 0),
  );
}
