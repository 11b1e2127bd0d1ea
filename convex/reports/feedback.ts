/** Ratings of visits: one tap of the customer; the owner sees sums. */
import { v } from "convex/values";
import { giveFeedback, latestRatings } from "./data/feedback";
import { ensureOwnQueue } from "../queue/data/queues";
import { customerMutation, managerQuery } from "../functions";
import { refuse } from "../base/rules/errors";
import { ratingCountsValidator, ratingValidator } from "../queue/rules/rating";
import { doneOr } from "../base/rules/refusals";

/** Stores or changes a rating. */
export const give = customerMutation({
  args: { rating: ratingValidator },
  returns: doneOr("notFound", "feedbackClosed", "tooManyRequests"),
  handler: async (ctx, { rating }) =>
    ctx.ticket === null
      ? refuse("notFound")
      : await giveFeedback(ctx, ctx.ticket, rating, Date.now()),
});

/** Sums by business day, newest first, of one queue or (null) of all. The screen picks the days by its clock. */
export const recent = managerQuery({
  args: { queueId: v.nullable(v.string()) },
  returns: v.array(
    v.object({ day: v.string(), ...ratingCountsValidator.fields }),
  ),
  handler: async (ctx, { queueId }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return await latestRatings(ctx, ctx.business, queue?._id ?? null);
  },
});
