/** Sets alarms again whose jobs were lost, as after an import without jobs. An extra job does nothing. */
import { internal } from "../../_generated/api";
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import { reminderOccasion } from "../../messages/rules/escalation";
import {
  isFresh,
  remindAt,
  reminders,
  remindersAhead,
} from "../../messages/rules/reminders";
import { dueTime } from "../../queue/rules/ticketState";
import { findAlert } from "../../messages/data/alerts";
import { isReachable } from "../../messages/data/alertTargets";
import { businessOf } from "../../business/data/businesses";
import { STAY_MS } from "../../business/rules/tablets";
import { eventsOfTicket } from "../../queue/data/events";
import { eachRow, job, type Moment } from "../../base/data/job";
import { toSend, type Send } from "../../base/data/outbox";
import type { Reader } from "../../base/data/rowBy";

/** A little longer than the interval of maintenance. */
const AHEAD_MS = 6 * 60_000;
/** An alarm that is this late has lost its job. */
const LATE_MS = 60_000;
/** How far back missed reminders are looked for: more than one interval of maintenance. */
const BACK_MS = 12 * 60_000;
/** How many of a booking's newest events are searched for its last move. */
const EVENTS = 10;
/** How long the watched job waits before the next one is scheduled. */
const WATCHED_MS = 60 * 60_000;

type Lost = {
  readonly now: number;
  readonly near: number;
  /** Its job was lost with all others. */
  readonly wentFor: (since: number | null | undefined, at: number) => boolean;
  /** The same, or the alarm is late. A row whose alarm has rung would not be found. */
  readonly has: (since: number | null | undefined, at: number) => boolean;
};

/** One kind of alarm: the rows whose alarm rings by `near`, and how to set a lost one again. */
type Kind<Row extends { _id: string } = { _id: string }> = {
  readonly due: (ctx: Reader, near: number) => Rows<Row>;
  readonly set: (ctx: MutationCtx, row: Row, lost: Lost) => Promise<void>;
};
type Rows<Row> = {
  readonly paginate: (
    page: PaginationOptions,
  ) => Promise<PaginationResult<Row>>;
  readonly take: (count: number) => Promise<Row[]>;
};

/** The alarm of a row: since when the row has it, when it rings, and how to schedule it. */
type Alarm = {
  readonly since: number | null | undefined;
  readonly at: number;
  readonly set: Send;
};

/** The rows whose time in this field comes by `near`. */
function comes<Table extends TableNames>(
  table: Table,
  index: string,
  field: string,
) {
  // The types of `withIndex` do not follow a table name in a variable.
  return (ctx: Reader, near: number): Rows<Doc<Table>> =>
    ctx.db
      .query(table)
      .withIndex(index as never, (q) =>
        q.gt(field as never, 0 as never).lte(field as never, near as never),
      );
}

/** Rows by the time of their alarm; counted where alarms are late (operations.ts). */
export const due = {
  graces: comes("tickets", "by_grace_end", "state.graceEndsAt"),
  /** The ends of the periods for paying after a failed payment. */
  dunning: comes("subscriptions", "by_grace_end", "graceEndsAt"),
  bookings: (ctx: Reader, near: number): Rows<Doc<"tickets">> =>
    bookingsFrom(ctx, 0, near),
  alerts: comes("alerts", "by_nextAt", "nextAt"),
  pauses: comes("lines", "by_pause_end", "pause.until"),
  chairs: comes("chairs", "by_until", "until"),
  notices: comes("businesses", "by_notice_end", "notice.until"),
  tablets: comes("tablets", "by_until", "until"),
};

function bookingsFrom(ctx: Reader, after: number, until: number) {
  return ctx.db
    .query("tickets")
    .withIndex("by_scheduled_slot", (q) =>
      q
        .eq("state.isScheduled", true)
        .gt("state.slot.start", after)
        .lte("state.slot.start", until),
    );
}

/** Rows without an alarm are skipped. */
function kind<Row extends { _id: string }>(
  rows: Kind<Row>["due"],
  alarmOf: (row: Row, now: number) => Alarm | null,
): Kind {
  const ofRows: Kind<Row> = {
    due: rows,
    set: async ({ scheduler }, row, { now, has }) => {
      const alarm = alarmOf(row, now);
      if (alarm && has(alarm.since, alarm.at))
        await alarm.set(scheduler, Math.max(now, alarm.at));
    },
  };
  return ofRows as unknown as Kind;
}

/** Reminders due within the next or last minutes. The bookings stay in the index. */
const remindersOf = (which: (typeof reminders)[number], ahead: number) => {
  const ofBookings: Kind<Doc<"tickets">> = {
    due: (ctx, near) =>
      bookingsFrom(ctx, near - AHEAD_MS + ahead - BACK_MS, near + ahead),
    set: (ctx, ticket, lost) => setReminder(ctx, ticket, which, lost),
  };
  return ofBookings as unknown as Kind;
};

const kinds: readonly Kind[] = [
  kind(due.graces, ({ _id: ticketId, state }, now) => {
    const graceEndsAt = state.graceEndsAt ?? now;
    const { noShowOver } = internal.upkeep.timers;
    const set = toSend(noShowOver, { ticketId, graceEndsAt });
    return { since: state.calledAt, at: graceEndsAt, set };
  }),
  kind(
    due.dunning,
    ({ _id: subscriptionId, pastDueSince, graceEndsAt }, now) => {
      const { dunningOver } = internal.billing.subscriptions;
      const set = toSend(dunningOver, { subscriptionId });
      return { since: pastDueSince, at: graceEndsAt ?? now, set };
    },
  ),
  kind(due.bookings, ({ _id: ticketId, joinedAt: since, state }) => {
    const dueAt = dueTime(state);
    if (dueAt === null) return null;
    const set = toSend(internal.upkeep.timers.bookingDue, { ticketId, dueAt });
    return { since, at: dueAt, set };
  }),
  ...reminders.flatMap((which) =>
    remindersAhead[which].map((ahead) => remindersOf(which, ahead)),
  ),
  kind(due.alerts, ({ _id: alertId, at: since, nextAt }, now) => {
    const set = toSend(internal.messages.alerts.look, { alertId });
    return { since, at: nextAt ?? now, set };
  }),
  kind(due.pauses, ({ _id: lineId, pause }, now) => {
    const until = pause?.until ?? now;
    const set = toSend(internal.upkeep.timers.pauseOver, { lineId, until });
    return { since: pause?.since, at: until, set };
  }),
  kind(due.chairs, ({ _id: chairId, since, until }, now) => {
    const at = until ?? now;
    const { chairOver } = internal.upkeep.timers;
    return { since, at, set: toSend(chairOver, { chairId, until: at }) };
  }),
  kind(due.notices, ({ _id: businessId, notice }, now) => {
    const until = notice?.until ?? now;
    const set = toSend(internal.upkeep.timers.noticeOver, {
      businessId,
      until,
    });
    return { since: notice?.since, at: until, set };
  }),
  kind(due.tablets, ({ _id: tabletId, until }, now) => {
    const at = until ?? now;
    const { tabletOver } = internal.upkeep.timers;
    const set = toSend(tabletOver, { tabletId, until: at });
    return { since: at - STAY_MS, at, set };
  }),
];

type Found = {
  readonly _id: string;
  readonly nth: number;
  readonly row: { _id: string };
};

/** One kind after the other. The cursor holds the kind's position and the cursor within it. */
export const lostAlarms = job<Found>({
  due: async (ctx, at, { cursor, numItems }) => {
    if (cursor === null) await watch(ctx, at);
    const [nth, inKind] = JSON.parse(cursor ?? "[0,null]") as [
      number,
      string | null,
    ];
    const rows = must(kinds[nth], "kind of alarm").due(ctx, at + AHEAD_MS);
    const found = await rows.paginate({ cursor: inKind, numItems });
    const next = found.isDone ? [nth + 1, null] : [nth, found.continueCursor];
    return {
      page: found.page.map((row) => ({ _id: row._id, nth, row })),
      isDone: found.isDone && nth + 1 === kinds.length,
      continueCursor: JSON.stringify(next),
    };
  },
  work: async (ctx, rows, moment) => {
    const lost = lostBy(await keeperOf(ctx), moment);
    const set = eachRow<Found>(async (_ctx, { nth, row }) => {
      await must(kinds[nth], "kind of alarm").set(ctx, row, lost);
    });
    return await set(ctx, rows, moment);
  },
  // Alarms that this pass skipped count as lost in the next one.
  end: async (ctx, at, isClean) => {
    const { _id } = must(await keeperOf(ctx), "keeper");
    const setUpTo = at + AHEAD_MS;
    if (isClean) await ctx.db.patch("alarmKeeper", _id, { setUpTo });
  },
  everyMs: LATE_MS,
});

/** `first`, because an import that appends may add a second row. */
async function keeperOf(ctx: Pick<MutationCtx, "db">) {
  return await ctx.db.query("alarmKeeper").first();
}

function lostBy(
  kept: Pick<Doc<"alarmKeeper">, "jobsSince" | "setUpTo"> | null,
  { now, at: since }: Moment,
): Lost {
  const { jobsSince, setUpTo } = must(kept, "keeper");
  const late = now - LATE_MS;
  const wentFor: Lost["wentFor"] = (given, at) =>
    at > setUpTo && (given ?? 0) <= jobsSince;
  const has: Lost["has"] = (given, at) => at <= late || wentFor(given, at);
  return { now, near: since + AHEAD_MS, wentFor, has };
}

/** Tracks since when jobs are kept. While the watched job exists, none was lost. */
async function watch(ctx: MutationCtx, now: number): Promise<void> {
  const kept = await keeperOf(ctx);
  const id =
    kept && ctx.db.system.normalizeId("_scheduled_functions", kept.job);
  const watched = id && (await ctx.db.system.get("_scheduled_functions", id));
  const { kind: state } = watched?.state ?? { kind: "canceled" };
  const isLost = state === "canceled" || state === "failed";
  // The time comes from a clock that was ahead, so it is in the future.
  const isAhead = kept !== null && kept.at > now + LATE_MS;
  const known =
    kept === null || isLost || isAhead ? { jobsSince: now, setUpTo: 0 } : kept;
  const { jobsSince, setUpTo } = known;
  const job =
    state === "pending" && kept !== null
      ? kept.job
      : await ctx.scheduler.runAfter(
          WATCHED_MS,
          internal.upkeep.timers.watched,
          {},
        );
  const row = { job, jobsSince, setUpTo, at: now };
  if (kept === null) await ctx.db.insert("alarmKeeper", row);
  else await ctx.db.patch("alarmKeeper", kept._id, row);
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
  // Checked first, to save reading the business.
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
  await ctx.scheduler.runAt(
    Math.max(now, at),
    internal.messages.alerts.remind,
    args,
  );
}

/** Since when a booking has its time. A booking moved recently needs no reminder. */
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
