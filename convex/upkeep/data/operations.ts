/** Counts the product's own work that waits, is late or has failed, up to a limit (product.md O60). */
import {
  LATE_MS,
  MAX_COUNTED,
  NEW_MS,
  type Outbox,
  type ProductFigures,
} from "../rules/operations";
import { dueTime } from "../../queue/rules/ticketState";
import { due } from "./lostAlarms";
import type { FailingJob } from "../../base/rules/job";
import { jobOf } from "./jobs";
import { rowsBy, type Reader } from "../../base/data/rowBy";

export async function figuresOfProduct(
  ctx: Reader,
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

const mailsIn = rowsBy("mails", "state_and_nextAt", MAX_COUNTED);
const textsIn = rowsBy("smsMessages", "state_and_at", MAX_COUNTED);
const passedBy = rowsBy("upkeepPassed", "job_and_key", MAX_COUNTED);

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

async function mails(ctx: Reader, now: number): Promise<Outbox> {
  const queued = await mailsIn(ctx, "queued");
  // For failed mails, `nextAt` is the time of the failed try.
  const failed = await ctx.db
    .query("mails")
    .withIndex("by_state_and_nextAt", (q) =>
      q.eq("state", "failed").gte("nextAt", now - NEW_MS),
    )
    .take(MAX_COUNTED);
  return outbox(queued, queued[0]?.nextAt, failed.length, now);
}

async function texts(ctx: Reader, now: number): Promise<Outbox> {
  const queued = await textsIn(ctx, "queued");
  const failed = await ctx.db
    .query("smsMessages")
    .withIndex("by_state_and_at", (q) =>
      q.eq("state", "failed").gte("at", now - NEW_MS),
    )
    .take(MAX_COUNTED);
  return outbox(queued, queued[0]?.at, failed.length, now);
}

async function calendars(ctx: Reader, now: number): Promise<Outbox> {
  const wanted = await ctx.db
    .query("calendarEvents")
    .withIndex("by_nextAt", (q) => q.gt("nextAt", 0))
    .take(MAX_COUNTED);
  const failed = wanted.filter(({ failures }) => failures > 0).length;
  return outbox(wanted, wanted[0]?.nextAt, failed, now);
}

async function alarmsLate(ctx: Reader, then: number): Promise<number> {
  const booked = await due.bookings(ctx, then).take(MAX_COUNTED);
  let late = booked.filter(
    ({ state }) => (dueTime(state) ?? then) < then,
  ).length;
  const { alerts, pauses, chairs, notices, tablets } = due;
  for (const rows of [alerts, pauses, chairs, notices, tablets])
    late += (await rows(ctx, then).take(MAX_COUNTED)).length;
  return Math.min(MAX_COUNTED, late);
}

/** The jobs that are stuck and those that pass rows over, with up to MAX_COUNTED rows each. */
export async function failingJobs(ctx: Reader) {
  const found = new Map<string, FailingJob>();
  const stuck = await ctx.db
    .query("upkeep")
    .withIndex("by_failures", (q) => q.gt("failures", 0))
    .take(MAX_COUNTED);
  for (const { job, failures } of stuck) {
    found.set(job, { job, failures, rows: 0 });
  }
  // Jumps from one job with such rows to the next.
  for (let after = ""; found.size < MAX_COUNTED;) {
    const first = await ctx.db
      .query("upkeepPassed")
      .withIndex("by_job_and_key", (q) => q.gt("job", after))
      .first();
    if (first === null) break;
    after = first.job;
    const rows = await passedBy(ctx, after);
    const failures = found.get(after)?.failures ?? 0;
    found.set(after, { job: after, failures, rows: rows.length });
  }
  // Jobs of other versions do not run here.
  return [...found.values()].filter(({ job }) => jobOf(job) !== undefined);
}
