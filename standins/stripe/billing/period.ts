/** The end of a billing period: https://docs.stripe.com/billing/subscriptions/billing-cycle */
import type Stripe from "stripe";

const DAY = 86_400;

/** Counted from the anchor: a subscription of the 31st returns to it after a short month. Unix seconds. */
export function periodEnd(
  anchor: number,
  after: number,
  { interval, interval_count: count }: Stripe.Price.Recurring,
): number {
  for (let step = 1; ; step++) {
    const end = addIntervals(anchor, interval, count * step);
    if (end > after) return end;
  }
}

function addIntervals(
  start: number,
  interval: Stripe.Price.Recurring.Interval,
  count: number,
): number {
  switch (interval) {
    case "day":
      return start + count * DAY;
    case "week":
      return start + count * 7 * DAY;
    case "year":
      return addMonths(start, count * 12);
    default:
      return addMonths(start, count);
  }
}

/** The same day of a later month, or that month's last day. */
function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0),
  ).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}
