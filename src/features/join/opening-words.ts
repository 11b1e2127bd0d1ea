/** Words for closed shops: when they open. */
import { dayAhead, readingOf } from "../../lib/time/format";
import type { Opening } from "../../lib/time/opening";
import { customers as strings } from "../../strings/customers";

export type Closed = Extract<Opening, { open: false }>;

export function closedWords({ opens, isDayOff }: Closed): string {
  const closed = isDayOff ? strings.join.closedToday : strings.join.closed;
  if (opens === null) return closed;
  const { inDays, day } = opens;
  const time = readingOf(opens.time);
  if (inDays === 0) return strings.join.opensToday(time);
  if (inDays === 1) return strings.join.opensTomorrow(closed, time);
  return strings.join.opensOn(closed, dayAhead(day, inDays), time);
}
