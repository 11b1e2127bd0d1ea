/** Stores customers' ratings: on the ticket, and in sums by day. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { must, refuse } from "../../base/rules/errors";
import {
  FEEDBACK_MS,
  noRatings,
  withRating,
  type RatingCounts,
} from "../rules/feedback";
import type { Rating } from "../../queue/rules/rating";
import { maxQueues } from "../../base/rules/plans";
import { feedbackPerTicket } from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import { businessDay } from "../../business/rules/opening";
import { businessOf } from "../../business/data/businesses";
import { takeFromAll } from "../../base/data/rateLimits";
import { patchTicket } from "../../queue/data/ticketRows";
import { newestBy, rowBy } from "../../base/data/rowBy";

const DAYS = 7;

/** Whether this ticket's customer may rate the visit: they were served, and not long ago. */
export function isFeedbackOpen(
  { state }: Pick<Doc<"tickets">, "state">,
  now: number,
): boolean {
  if (state.status !== "completed") return false;
  const { servedAssumed } = state;
  const wasServed =
    servedAssumed === undefined || servedAssumed === "confirmed";
  return wasServed && now < must(state.endedAt, "end of a visit") + FEEDBACK_MS;
}

/** Stores or changes a rating. It counts on the day of the first one. */
export async function giveFeedback(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  rating: Rating,
  now: number,
): Promise<{ ok: true } | Refused<"feedbackClosed" | "tooManyRequests">> {
  if (!isFeedbackOpen(ticket, now)) return refuse("feedbackClosed");
  const { feedback: said } = ticket;
  if (said?.rating === rating) return { ok: true };
  const key = `feedback:${ticket._id}`;
  const stop = await takeFromAll(ctx, now, [key, feedbackPerTicket]);
  if (stop !== null) return refuse("tooManyRequests", stop);
  const day = said?.day ?? businessDay(await businessOf(ctx, ticket), now);
  await changeRatings(ctx, ticket, day, (counts) => {
    const without =
      said === undefined ? counts : withRating(counts, said.rating, -1);
    return withRating(without, rating, 1);
  });
  await patchTicket(ctx, ticket._id, { feedback: { rating, day } });
  return { ok: true };
}

export async function takeBackFeedback(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
): Promise<void> {
  const { feedback } = ticket;
  if (feedback === undefined) return;
  await changeRatings(ctx, ticket, feedback.day, (counts) =>
    withRating(counts, feedback.rating, -1),
  );
}

/** The latest days with ratings, of one queue or of each of a business's queues. */
export async function latestRatings(
  ctx: QueryCtx,
  { _id: businessId }: Doc<"businesses">,
  queueId: Id<"queues"> | null,
): Promise<({ day: string } & RatingCounts)[]> {
  const rows =
    queueId === null
      ? await daysOfBusiness(ctx, businessId)
      : await daysOfQueue(ctx, queueId);
  return rows.map(({ day, counts }) => ({ day, ...counts }));
}

const dayOf = rowBy("feedbackDays", "queueId_and_day");
const daysOfQueue = newestBy("feedbackDays", "queueId_and_day", DAYS);
const daysOfBusiness = newestBy(
  "feedbackDays",
  "businessId_and_day",
  DAYS * maxQueues,
);

/** Changes one day's ratings of one queue, creating its row if needed. */
export async function changeRatings(
  ctx: MutationCtx,
  { queueId, businessId }: Pick<Doc<"tickets">, "queueId" | "businessId">,
  day: string,
  change: (counts: RatingCounts) => RatingCounts,
): Promise<void> {
  const row = await dayOf(ctx, queueId, day);
  const counts = change(row?.counts ?? noRatings());
  if (row !== null) await ctx.db.patch("feedbackDays", row._id, { counts });
  else
    await ctx.db.insert("feedbackDays", { queueId, businessId, day, counts });
}
