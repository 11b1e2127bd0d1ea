/** The month in which texts are counted, by the business's calendar (product.md N2). */
import { monthKey } from "../../../convex/base/rules/timezones";
import { dayOf } from "../../lib/time/format";

export function monthSpan(
  now: number,
  timeZone: string,
): { from: string; to: string } {
  const [year = 0, month = 0] = monthKey(now, timeZone).split("-").map(Number);
  const first = (index: number) => dayOf(Date.UTC(year, index, 1), "UTC");
  return { from: first(month - 1), to: first(month) };
}
