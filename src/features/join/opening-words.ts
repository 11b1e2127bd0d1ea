/** Words for closed shops: when they open. */
import { dayOf, readingOf } from "../../lib/time/format";
import type { Opening } from "../../lib/time/opening";
import { customers as strings } from "../../strings/customers";
import { weekdayName } from "../../strings/language/intl";

export type Closed = Extract<Opening, { open: false }>;

export function closedWords({ opens }: Closed): string {
  if (opens === null) return strings.join.closed;
  const { inDays, day } = opens;
  const time = readingOf(opens.time);
  if (inDays === 0) return strings.join.opensToday(time);
  if (inDays === 1) return strings.join.opensTomorrow(time);
  return strings.join.opensOn(nameOf(inDays, day), time);
}

function nameOf(inDays: number, day: string): string {
  const at = Date.parse(day);
  return inDays < 7 ? weekdayName(new Date(at).getUTCDay()) : dayOf(at, "UTC");
}
