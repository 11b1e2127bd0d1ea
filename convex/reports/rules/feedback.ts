/** Ratings after a visit: their counts, and until when they are allowed. */
import { daysBefore } from "../../base/rules/timezones";
import type { Rating } from "../../queue/rules/rating";

export type RatingCounts = Record<Rating, number>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long after the visit its customer may rate it, in ms (product.md C11). */
export const FEEDBACK_MS = 7 * DAY_MS;

export function noRatings(): RatingCounts {
  return { great: 0, ok: 0, notGood: 0 };
}

/** The counts with one more `rating` (-1: one less). */
export function withRating(counts: RatingCounts, rating: Rating, by: 1 | -1) {
  return { ...counts, [rating]: counts[rating] + by };
}

/** The sum over `today` (`YYYY-MM-DD`) and the `before` calendar days before it. */
export function ratingsSince(
  days: readonly ({ day: string } & RatingCounts)[],
  today: string,
  before: number,
): RatingCounts {
  const first = daysBefore(today, before);
  return days
    .filter(({ day }) => first <= day && day <= today)
    .reduce(
      (sum, { great, ok, notGood }) => ({
        great: sum.great + great,
        ok: sum.ok + ok,
        notGood: sum.notGood + notGood,
      }),
      noRatings(),
    );
}
