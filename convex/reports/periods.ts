/** The owner's reports: sums of business days. A screen requests long ranges in parts, to load past parts only once. */
import { v } from "convex/values";
import { ensureOwnQueue } from "../queue/data/queues";
import {
  daysIn,
  ensureRange,
  firstDay,
  looksIn,
  namesOf,
  shownRange,
} from "./data/periods";
import { managerQuery } from "../functions";
import { refuse } from "../base/rules/errors";
import { lostCells, lostCellValidator } from "./rules/lost";
import { plans } from "../base/rules/plans";
import { doneWith } from "../base/rules/refusals";
import {
  queueDays,
  queueDayValidator,
  sumsValidator,
  sumUp,
} from "./rules/sums";

const range = { from: v.string(), to: v.string() };
const names = v.array(
  v.object({
    queueId: v.id("queues"),
    name: v.string(),
    letter: v.nullable(v.string()),
  }),
);

/**
 * The sums of a range, of one queue or (null) of all. `day` is the first day that the plan shows.
 * @throws invalidInput for an invalid range or one of more than 31 days
 */
export const sums = managerQuery({
  args: { ...range, queueId: v.nullable(v.string()) },
  returns: doneWith(
    { day: v.string(), sums: sumsValidator, names },
    "notInPlan",
  ),
  handler: async (ctx, { queueId, ...asked }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    const shown = await shownRange(ctx, ensureRange(asked));
    if (!shown.ok) return shown;
    const days = await daysIn(ctx, "queueDays", shown, queue?._id ?? null);
    const ratings = await daysIn(
      ctx,
      "feedbackDays",
      shown,
      queue?._id ?? null,
    );
    const names = await namesOf(ctx, [...days, ...ratings]);
    const sums = sumUp(days, ratings);
    return { ok: true as const, day: shown.from, sums, names };
  },
});

/** The first day with figures, of one queue or (null) of all. */
export const began = managerQuery({
  args: { queueId: v.nullable(v.string()) },
  returns: v.object({ day: v.nullable(v.string()) }),
  handler: async (ctx, { queueId }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return { day: await firstDay(ctx, queue?._id ?? null) };
  },
});

/** Every day of every queue, for a file. @throws invalidInput for an invalid range or one of more than 31 days */
export const rows = managerQuery({
  args: range,
  returns: doneWith({ rows: v.array(queueDayValidator), names }, "notInPlan"),
  handler: async (ctx, asked) => {
    const days = ensureRange(asked);
    if (!plans[ctx.business.plan].fullReports) return refuse("notInPlan");
    const counted = await daysIn(ctx, "queueDays", days, null);
    const rated = await daysIn(ctx, "feedbackDays", days, null);
    const names = await namesOf(ctx, [...counted, ...rated]);
    return { ok: true as const, rows: queueDays(counted, rated), names };
  },
});

/**
 * Visitors who looked and did not join, and customers who left; all queues together.
 * @throws invalidInput for an invalid range or one of more than 31 days
 */
export const lost = managerQuery({
  args: range,
  returns: doneWith({ cells: v.array(lostCellValidator) }, "notInPlan"),
  handler: async (ctx, asked) => {
    const days = ensureRange(asked);
    if (!plans[ctx.business.plan].fullReports) return refuse("notInPlan");
    const looked = await looksIn(ctx, days);
    const counted = await daysIn(ctx, "queueDays", days, null);
    return { ok: true as const, cells: lostCells(looked, counted) };
  },
});
