/** The figures of the demo barbershop's past: a day's sums, ratings and looks, by the same rules as real ones. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { addedByMove, withAdded, withJoin } from "../../queue/rules/days";
import { vainLooks, type PastVisit } from "../rules/day";
import type { Told } from "../rules/pace";
import { toldBy, withLook } from "../../reports/rules/looks";
import type { MoveKind } from "../../queue/rules/tickets";
import type { TicketState } from "../../queue/rules/ticketState";
import { wallClock } from "../../base/rules/timezones";
import { changeDay } from "../../queue/data/days";
import { changeRatings } from "../../reports/data/feedback";
import { changeCells } from "../../reports/data/looks";

export type Visited = {
  visit: PastVisit;
  told: Told;
  /** Each move, and the state before it. */
  steps: readonly { kind: MoveKind; before: TicketState; at: number }[];
};

/** Writes one day of one queue. @param day the business day of all its visits */
export async function plantFigures(
  ctx: MutationCtx,
  { _id: businessId, timezone }: Doc<"businesses">,
  queueId: Id<"queues">,
  day: string,
  visited: readonly Visited[],
): Promise<void> {
  const hourOf = (at: number) => wallClock(at, timezone).hour;
  await changeDay(ctx, { queueId, businessId }, day, (counts) => {
    let sum = counts;
    for (const { visit, told, steps } of visited) {
      sum = withJoin(sum, hourOf(visit.joinedAt));
      const quote = told.quote ?? undefined;
      for (const { kind, before, at } of steps) {
        const added = addedByMove(kind, before, visit.joinedAt, at, quote);
        if (added !== null) sum = withAdded(sum, added, 1, hourOf(at));
      }
    }
    return sum;
  });
  await changeRatings(ctx, { queueId, businessId }, day, (counts) => {
    const sum = { ...counts };
    for (const { visit } of visited) {
      if (visit.rating !== null) sum[visit.rating] += 1;
    }
    return sum;
  });
  await changeCells(ctx, businessId, day, (cells) => {
    let sum = cells;
    for (const { visit, told } of visited) {
      const look = toldBy([{ isFull: false, ...told.look }]);
      const seen = { ...look, hour: hourOf(visit.joinedAt) };
      sum = withLook(sum, seen, true);
      const inVain =
        look.told === "full" ? 0 : vainLooks(look.told, visit.joinedAt);
      for (let i = 0; i < inVain; i += 1) sum = withLook(sum, seen, false);
    }
    return sum;
  });
}
