/** Figures for the dashboard's cards, from stored sums instead of tickets. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { peakHour } from "../../queue/rules/days";
import {
  lineStateValidator,
  type LineState,
} from "../../queue/rules/lineState";
import { latestDay } from "../../queue/data/days";
import { lineOf, linesOfBusiness } from "../../queue/data/lines";

export const statsAnswer = v.object({
  immediate: v.number(),
  scheduled: v.number(),
  called: v.number(),
  /** For queue/rules/averageWait averageWaitMinutes, with the screen's clock and the business's current day. */
  waitingDays: lineStateValidator.fields.waitingDays,
  /** The hour with the most joins of the last day with any. Show it only if that day is today. */
  peak: v.nullable(v.object({ day: v.string(), hour: v.number() })),
});
type Stats = Infer<typeof statsAnswer>;

/** The figures of one queue, or the sum over all that are not deleted. */
export async function queueStats(
  ctx: QueryCtx,
  business: Doc<"businesses">,
  queue: Doc<"queues"> | null,
): Promise<Stats> {
  const lines =
    queue === null
      ? [...(await linesOfBusiness(ctx, business._id)).values()]
      : [await lineOf(ctx, queue._id)];
  const states = lines.map(({ state }) => state);
  const sum = (of: (state: LineState) => number) =>
    states.reduce((total, state) => total + of(state), 0);
  return {
    immediate: sum((state) => state.waitingCount),
    scheduled: sum((state) => state.scheduledCount),
    called: sum((state) => state.called.length),
    waitingDays: states.flatMap((state) => state.waitingDays),
    peak: await peakOf(ctx, lines),
  };
}

async function peakOf(ctx: QueryCtx, lines: readonly Doc<"lines">[]) {
  let day = "";
  let joinsByHour: number[] = [];
  for (const { queueId } of lines) {
    const latest = await latestDay(ctx, queueId);
    if (latest === null || latest.day < day) continue;
    const joins = latest.counts.joinsByHour;
    joinsByHour =
      latest.day === day
        ? joinsByHour.map((count, hour) => count + (joins[hour] ?? 0))
        : joins;
    day = latest.day;
  }
  const hour = peakHour(joinsByHour);
  return hour === null ? null : { day, hour };
}
