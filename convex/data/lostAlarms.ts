/**
 * Alarms whose jobs were lost, as in an import without the jobs of the other
 * deployment: of people called, failed payments, bookings, reminders, pauses,
 * notices and alerts. The rows know when, so that it costs nobody their turn.
 * What changed since jobs are known to be kept has its own job, and gets no
 * second one. One job too many finds nothing left to do.
 */
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { reminderOccasion } from "../model/ladder";
import {
  isFresh,
  remindAt,
  reminders,
  remindersAhead,
} from "../model/reminders";
import { dueTime } from "../model/ticketState";
import { findAlert } from "./alerts";
import { isReachable } from "./alertTargets";
import { businessOf } from "./businesses";
import { eventsOfTicket } from "./events";

/** A little longer than until maintenance comes again. */
const AHEAD_MS = 6 * 60_000;
/** What should have rung so long ago never will by itself. */
const LATE_MS = 60_000;
/** How far back reminders are looked for that have not come: more than one run of maintenance. */
const BACK_MS = 12 * 60_000;
/** How many of a booking's newest events are looked at for its last move. */
const EVENTS = 10;
/** How long the watched job waits; then the next one is. */
const WATCHED_MS = 60 * 60_000;
const BATCH = 200;
/** Bookings that may be reminded of at once; they stay where they are found. */
const REMINDERS = 500;

/** Sets the lost ones of a kind; whether it has looked at all that may be. */
type SetKind = (ctx: MutationCtx, lost: Lost) => Promise<boolean>;
const kinds: readonly SetKind[] = [
  ...[setGraces, setDunning, setBookings],
  ...[setReminders, setAlerts, setPauses, setNotices],
];

/** Which alarms have no job. `since` is when the row got one, `at` when it rings. */
type Lost = {
  readonly now: number;
  readonly near: number;
  /** Its job went with all others. */
  readonly wentFor: (since: number | null | undefined, at: number) => boolean;
  /** The same; or it should have rung by now, and would not be there if it had. */
  readonly has: (since: number | null | undefined, at: number) => boolean;
};

/** Sets again the alarms of the next minutes that were lost; once for each, however often it is called. */
export async function setLostAlarms(
  ctx: MutationCtx,
  now: number,
): Promise<void> {
  // An import that appends may bring a second row.
  const kept = await ctx.db.query("alarmKeeper").first();
  // One run of maintenance follows another while there is much to do.
  const passed = kept === null ? LATE_MS : now - kept.at;
  if (passed >= 0 && passed < LATE_MS) return;
  const near = now + AHEAD_MS;
  const { job, jobsSince, setUpTo } = await watch(ctx, kept, now);
  const late = now - LATE_MS;
  const wentFor: Lost["wentFor"] = (since, at) =>
    at > setUpTo && (since ?? 0) <= jobsSince;
  const has: Lost["has"] = (since, at) => at <= late || wentFor(since, at);
  const lost: Lost = { now, near, wentFor, has };
  let isAll = true;
  for (const set of kinds) isAll = (await set(ctx, lost)) && isAll;
  // What one run has left out, the next one takes for lost too.
  const upTo = isAll ? near : setUpTo;
  const row = { jobsSince, job, setUpTo: upTo, at: now };
  if (kept === null) await ctx.db.insert("alarmKeeper", row);
  else await ctx.db.patch("alarmKeeper", kept._id, row);
}

/** Since when jobs are kept: as long as the watched one is there, none was lost. */
async function watch(
  ctx: MutationCtx,
  kept: Doc<"alarmKeeper"> | null,
  now: number,
): Promise<Pick<Doc<"alarmKeeper">, "job" | "jobsSince" | "setUpTo">> {
  const id =
    kept && ctx.db.system.normalizeId("_scheduled_functions", kept.job);
  const job = id && (await ctx.db.system.get("_scheduled_functions", id));
  const { kind } = job?.state ?? { kind: "canceled" };
  const isLost = kind === "canceled" || kind === "failed";
  // Written by a clock that was ahead: what it says has not come yet.
  const isAhead = kept !== null && kept.at > now + LATE_MS;
  const known =
    kept === null || isLost || isAhead ? { jobsSince: now, setUpTo: 0 } : kept;
  const { jobsSince, setUpTo } = known;
  const watched =
    kind === "pending" && kept !== null
      ? kept.job
      : await ctx.scheduler.runAfter(WATCHED_MS, internal.timers.watched, {});
  return { job: watched, jobsSince, setUpTo };
}

/** The alarm of a row: since when the row has it, when it rings, and how its job is made for then. */
type Alarm = {
  readonly since: number | null | undefined;
  readonly at: number;
  readonly set: (at: number) => Promise<unknown>;
};

/** Sets the lost ones among the alarms of one batch; whether there is no other batch. A row without one is passed over. */
async function setThose<Row>(
  rows: readonly Row[],
  { now, has }: Lost,
  alarmOf: (row: Row) => Alarm | null,
): Promise<boolean> {
  for (const row of rows) {
    const alarm = alarmOf(row);
    if (alarm && has(alarm.since, alarm.at))
      await alarm.set(Math.max(now, alarm.at));
  }
  return rows.length < BATCH;
}

async function setGraces(
  { db, scheduler }: MutationCtx,
  lost: Lost,
): Promise<boolean> {
  const called = await db
    .query("tickets")
    .withIndex("by_grace_end", (q) =>
      q.gt("state.graceEndsAt", 0).lte("state.graceEndsAt", lost.near),
    )
    .take(BATCH);
  return setThose(called, lost, ({ _id: ticketId, state }) => {
    const graceEndsAt = state.graceEndsAt ?? lost.now;
    const args = { ticketId, graceEndsAt };
    const set = (at: number) =>
      scheduler.runAt(at, internal.timers.noShowOver, args);
    return { since: state.calledAt, at: graceEndsAt, set };
  });
}

/** The ends of the times in which failed payments have to be made good. */
async function setDunning(
  { db, scheduler }: MutationCtx,
  lost: Lost,
): Promise<boolean> {
  const unpaid = await db
    .query("subscriptions")
    .withIndex("by_grace_end", (q) =>
      q.gt("graceEndsAt", 0).lte("graceEndsAt", lost.near),
    )
    .take(BATCH);
  return setThose(unpaid, lost, (row) => {
    const { _id: subscriptionId, pastDueSince: since, graceEndsAt } = row;
    const set = (at: number) =>
      scheduler.runAt(at, internal.subscriptions.dunningOver, {
        subscriptionId,
      });
    return { since, at: graceEndsAt ?? lost.now, set };
  });
}

async function setBookings(
  { db, scheduler }: MutationCtx,
  lost: Lost,
): Promise<boolean> {
  const bookings = await db
    .query("tickets")
    .withIndex("by_scheduled_slot", (q) =>
      q
        .eq("state.isScheduled", true)
        .gt("state.slot.start", 0)
        .lte("state.slot.start", lost.near),
    )
    .take(BATCH);
  return setThose(bookings, lost, ({ _id: ticketId, joinedAt, state }) => {
    const dueAt = dueTime(state);
    if (dueAt === null) return null;
    const args = { ticketId, dueAt };
    const set = (at: number) =>
      scheduler.runAt(at, internal.timers.bookingDue, args);
    return { since: joinedAt, at: dueAt, set };
  });
}

/** Reminders of the next minutes, and of the last ones. */
async function setReminders(ctx: MutationCtx, lost: Lost): Promise<boolean> {
  let isAll = true;
  for (const kind of reminders) {
    for (const ahead of remindersAhead[kind]) {
      const at = lost.now + ahead;
      const bookings = await ctx.db
        .query("tickets")
        .withIndex("by_scheduled_slot", (q) =>
          q
            .eq("state.isScheduled", true)
            .gt("state.slot.start", at - BACK_MS)
            .lte("state.slot.start", at + AHEAD_MS),
        )
        .take(REMINDERS);
      isAll &&= bookings.length < REMINDERS;
      for (const ticket of bookings) await setReminder(ctx, ticket, kind, lost);
    }
  }
  return isAll;
}

async function setReminder(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  kind: (typeof reminders)[number],
  { now, near, wentFor }: Lost,
): Promise<void> {
  const { _id: ticketId, joinedAt, state } = ticket;
  const startsAt = dueTime(state);
  const canTell = isReachable(ticket);
  // Before its business is read.
  if (startsAt === null || !(canTell || wentFor(joinedAt, near))) return;
  const { timezone } = await businessOf(ctx, ticket);
  const at = remindAt(kind, startsAt, timezone);
  const isNow = at > now - BACK_MS && at <= near;
  if (!isNow || isFresh(joinedAt, at)) return;
  const isLate = at <= now - LATE_MS;
  const occasion = reminderOccasion(kind, startsAt);
  const isMissing = async () =>
    (await findAlert(ctx, ticketId, occasion)) === null &&
    !isFresh(await timeSince(ctx, ticket, startsAt), at);
  const isLost =
    wentFor(joinedAt, at) || (isLate && canTell && (await isMissing()));
  if (!isLost) return;
  const args = { ticketId, startsAt, kind };
  await ctx.scheduler.runAt(Math.max(now, at), internal.alerts.remind, args);
}

/** Since when a booking has had its time: whoever has moved so lately is not to be reminded. */
async function timeSince(
  ctx: MutationCtx,
  { _id, joinedAt }: Doc<"tickets">,
  startsAt: number,
): Promise<number> {
  const newest = await eventsOfTicket(ctx, _id, EVENTS, "desc");
  const moved = newest.find(
    ({ before, after }) =>
      before !== null && after !== null && dueTime(before) !== startsAt,
  );
  return moved?.at ?? joinedAt;
}

async function setAlerts(
  { db, scheduler }: MutationCtx,
  lost: Lost,
): Promise<boolean> {
  const alerts = await db
    .query("alerts")
    .withIndex("by_nextAt", (q) => q.gt("nextAt", 0).lte("nextAt", lost.near))
    .take(BATCH);
  return setThose(alerts, lost, ({ _id: alertId, at: since, nextAt }) => {
    const set = (at: number) =>
      scheduler.runAt(at, internal.alerts.look, { alertId });
    return { since, at: nextAt ?? lost.now, set };
  });
}

async function setPauses(
  { db, scheduler }: MutationCtx,
  lost: Lost,
): Promise<boolean> {
  const lines = await db
    .query("lines")
    .withIndex("by_pause_end", (q) =>
      q.gt("pause.until", 0).lte("pause.until", lost.near),
    )
    .take(BATCH);
  return setThose(lines, lost, ({ _id: lineId, pause }) => {
    const until = pause?.until ?? lost.now;
    const set = (at: number) =>
      scheduler.runAt(at, internal.timers.pauseOver, { lineId, until });
    return { since: pause?.since, at: until, set };
  });
}

async function setNotices(
  { db, scheduler }: MutationCtx,
  lost: Lost,
): Promise<boolean> {
  const businesses = await db
    .query("businesses")
    .withIndex("by_notice_end", (q) =>
      q.gt("notice.until", 0).lte("notice.until", lost.near),
    )
    .take(BATCH);
  return setThose(businesses, lost, ({ _id: businessId, notice }) => {
    const until = notice?.until ?? lost.now;
    const set = (at: number) =>
      scheduler.runAt(at, internal.timers.noticeOver, { businessId, until });
    return { since: notice?.since, at: until, set };
  });
}
