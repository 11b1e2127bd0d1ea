/**
 * What one business day of one queue adds up to, and what each move of a
 * ticket adds to it. Undo adds the same with the sign turned, so that a day
 * is always the sum of what really stands.
 *
 * Whoever takes a ticket out of the figures does the same: withJoin with -1 for
 * its joining, and for each of its events that was not undone countMove
 * (line/data/moves.ts) with -1 at the event's own time. Hours (dayHours.ts) go with
 * it by themselves. takeBackLook (reports/data/looks.ts) takes back that its phone had
 * looked at the waits before.
 */
import { v, type Infer } from "convex/values";
import {
  dayHoursValidator,
  noHours,
  toldStep,
  withHour,
  type AddedToHour,
} from "./dayHours";
import { daySums, NO_SUMS } from "./daySums";
import { wasRight, type Quote } from "./pace";
import type { MoveKind } from "./tickets";
import type { TicketState } from "./ticketState";

export const dayCountsValidator = v.object({
  ...daySums,
  calls: v.number(),
  /** Joins by hour of the business's clock, 24 entries. */
  joinsByHour: v.array(v.number()),
  /** Absent on days that began before hours were counted: such a day is whole or not at all. */
  hours: v.optional(dayHoursValidator),
});
export type DayCounts = Infer<typeof dayCountsValidator>;
type Sum = Exclude<keyof DayCounts, "joinsByHour" | "hours">;
/** What one move adds. */
type Added = Partial<Record<Sum, number>> & Pick<AddedToHour, "leftTold">;

/** A day on which nothing has happened yet. */
export function emptyDay(): DayCounts {
  return {
    ...NO_SUMS,
    calls: 0,
    joinsByHour: Array.from({ length: 24 }, () => 0),
    hours: noHours(),
  };
}

/** The day with one more join (-1: one less) at `hour` of the business's clock. */
export function withJoin(
  day: DayCounts,
  hour: number,
  sign: 1 | -1 = 1,
): DayCounts {
  return {
    ...day,
    joins: day.joins + sign,
    joinsByHour: day.joinsByHour.map((n, i) => (i === hour ? n + sign : n)),
  };
}

/**
 * What a move adds to the day it happens on; null if nothing. `waitedSince` is
 * joining or the booked time, `quote` what the customer was promised.
 */
export function addedByMove(
  kind: MoveKind,
  before: TicketState,
  waitedSince: number,
  at: number,
  quote?: Quote,
): Added | null {
  switch (kind) {
    case "call":
      return before.firstCalledAt !== null
        ? { calls: 1 }
        : {
            calls: 1,
            waits: 1,
            waitMsSum: Math.max(0, at - waitedSince),
            ...(quote !== undefined && {
              quotes: 1,
              quotesRight: Number(wasRight(quote, at)),
            }),
          };
    case "complete":
      return before.servingAt === null
        ? { served: 1 }
        : {
            served: 1,
            services: 1,
            serviceMsSum: Math.max(0, at - before.servingAt),
          };
    case "noShow":
    case "notHere":
      return { noShows: 1 };
    case "skip":
      return { skipped: 1 };
    case "leave":
      return { left: 1, leftTold: toldStep(quote) };
    case "remove":
    case "reset":
    case "closeQueue":
    case "expire":
      return { removed: 1 };
    case "recall":
    case "acknowledge":
    case "serve":
    case "returnToQueue":
    case "becomeDue":
    case "rebook":
    case "reorder":
    case "transfer":
    case "confirmServed":
    case "denyServed":
    case "bringBack":
    case "dismiss":
      return null;
  }
}

/** What a move takes back of the day on which the ticket had ended; null if nothing. */
export function takenBackByMove(kind: MoveKind): Added | null {
  // Nobody was seen being served, so no service time was measured.
  return kind === "notHere" || kind === "bringBack" ? { served: 1 } : null;
}

/** `day` plus `added` times `sign`, at `hour` of the business's clock. */
export function withAdded(
  day: DayCounts,
  added: Added,
  sign: 1 | -1,
  hour: number,
): DayCounts {
  const next = { ...day };
  const { leftTold: _, ...sums } = added;
  for (const key of Object.keys(sums) as Sum[]) {
    next[key] += sign * (sums[key] ?? 0);
  }
  if (day.hours !== undefined) {
    next.hours = withHour(day.hours, added, sign, hour);
  }
  return next;
}

/** The hour (0..23) with most joins; the earliest of equals; null on a day without joins. */
export function peakHour(joinsByHour: readonly number[]): number | null {
  const most = Math.max(0, ...joinsByHour);
  return most === 0 ? null : joinsByHour.indexOf(most);
}
