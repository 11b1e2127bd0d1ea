/**
 * What one business day of a queue adds up to, and what each move adds. Undo adds the same with the opposite sign. To
 * take a ticket out: a join and countMove with -1, and takeBackLook (reports/data/looks.ts).
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
  /** Absent on days that began before hours were counted. */
  hours: v.optional(dayHoursValidator),
});
export type DayCounts = Infer<typeof dayCountsValidator>;
type Sum = Exclude<keyof DayCounts, "joinsByHour" | "hours">;
export type Added = Partial<Record<Sum, number>> &
  Pick<AddedToHour, "leftTold">;

export function emptyDay(): DayCounts {
  return {
    ...NO_SUMS,
    calls: 0,
    joinsByHour: Array.from({ length: 24 }, () => 0),
    hours: noHours(),
  };
}

/** One more join at `hour` of the business's clock. */
export function withJoin(day: DayCounts, hour: number) {
  return withAdded(day, { joins: 1 }, 1, hour);
}

/** What a move adds to its day; null if nothing. `waitedSince` is the time of joining or the booked time. */
export function addedByMove(
  kind: MoveKind,
  before: TicketState,
  waitedSince: number,
  at: number,
  quote?: Quote,
): Added | null {
  switch (kind) {
    case "call":
      return {
        calls: 1,
        ...(before.firstCalledAt === null && {
          waits: 1,
          waitMsSum: Math.max(0, at - waitedSince),
          ...(quote !== undefined && {
            quotes: 1,
            quotesRight: Number(wasRight(quote, at)),
          }),
        }),
      };
    case "complete":
      return {
        served: 1,
        ...(before.servingAt !== null && {
          services: 1,
          serviceMsSum: Math.max(0, at - before.servingAt),
        }),
      };
    case "noShow":
    case "notHere":
      return { noShows: 1 };
    case "skip":
      return { skipped: 1 };
    case "leave":
      // Who cancels a booking ahead was in no line.
      return before.isScheduled ? null : { left: 1, leftTold: toldStep(quote) };
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

/** What a move takes back from the day on which the ticket ended; null if nothing. */
export function takenBackByMove(kind: MoveKind): Added | null {
  // An assumed visit has no measured service time.
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
  if (added.joins !== undefined) {
    next.joinsByHour = day.joinsByHour.map((n, i) =>
      i === hour ? n + sign : n,
    );
  }
  if (day.hours !== undefined) {
    next.hours = withHour(day.hours, added, sign, hour);
  }
  return next;
}

/** The hour (0..23) with the most joins; the earliest on a tie; null without joins. */
export function peakHour(joinsByHour: readonly number[]): number | null {
  const most = Math.max(0, ...joinsByHour);
  return most === 0 ? null : joinsByHour.indexOf(most);
}
