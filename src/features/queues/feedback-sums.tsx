/** The customers' feedback as sums: today and the last seven days (product.md C11). */
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ratingsSince } from "../../../convex/reports/rules/feedback";
import { businessDay } from "../../../convex/business/rules/opening";
import type { ShopHours } from "../../../convex/business/rules/openSpans";
import { useNow } from "../../lib/time/use-now";
import { dashboard } from "../../strings/dashboard";
import { number } from "../../strings/language/intl";
import { Bone } from "../../ui/skeleton";

const { queues: strings } = dashboard;

const RATINGS = ["great", "ok", "notGood"] as const;

/** @param queueId null: all queues together */
export function FeedbackSums(props: {
  queueId: string | null;
  shop: ShopHours;
}) {
  const { queueId, shop } = props;
  const days = useQuery(api.reports.feedback.recent, { queueId });
  const today = businessDay(shop, useNow("minute"));
  if (days === undefined) return <Bone className="mt-5 h-16" />;
  const rows = [
    { name: strings.today, sums: ratingsSince(days, today, 0) },
    { name: strings.lastDays, sums: ratingsSince(days, today, 6) },
  ];
  const isEmpty = RATINGS.every((rating) => rows[1]?.sums[rating] === 0);
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 id="feedback" className="text-sm font-semibold text-ink-2">
        {strings.feedback}
      </h3>
      {isEmpty ? (
        <p className="mt-1 text-ink-2">{strings.noFeedback}</p>
      ) : (
        <table aria-labelledby="feedback" className="mt-1 w-full tab">
          <thead>
            <tr className="text-sm text-ink-2">
              <td />
              {RATINGS.map((rating) => (
                <th
                  key={rating}
                  scope="col"
                  className="py-1 pl-2 text-right font-medium"
                >
                  {strings[rating]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, sums }) => (
              <tr key={name}>
                <th
                  scope="row"
                  className="py-1 text-left font-normal text-ink-2"
                >
                  {name}
                </th>
                {RATINGS.map((rating) => (
                  <td key={rating} className="pl-2 text-right font-bold">
                    {number(sums[rating])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
