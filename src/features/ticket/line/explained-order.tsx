/** Why later people are before this ticket, in one line without names. */
import { Info } from "lucide-react";
import { parseLine } from "../../../../convex/queue/rules/line";
import { listed } from "../../../strings/language/intl";
import { ticket as strings } from "../../../strings/ticket";
import type { Line, Ticket } from "../types";
import { waitsSince } from "../../../lib/time/waits-since";

type Why = Line["explained"][number]["why"];

/** How many later people came before this ticket, by reason. Counts those ahead in the line and those called. */
export function cameBefore(
  ticket: Pick<Ticket, "number" | "joinedAt" | "scheduledTime">,
  line: Pick<Line, "waiting" | "called" | "explained">,
): ReadonlyMap<Why, number> {
  const counts = new Map<Why, number>();
  if (line.explained.length === 0) return counts;
  const waiting = parseLine(line.waiting);
  const before = new Set(waiting.slice(0, waiting.indexOf(ticket.number)));
  for (const { number } of line.called) before.add(number);
  const here = waitsSince(ticket);
  for (const { number, why, at } of line.explained) {
    if (at <= here || !before.has(number)) continue;
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return counts;
}

export function ExplainedOrder(props: { ticket: Ticket; line: Line }) {
  const { ticket, line } = props;
  const reasons = [...cameBefore(ticket, line)].map(([why, people]) =>
    strings.explained.why[why](people),
  );
  if (reasons.length === 0) return null;
  return (
    <p className="mt-4 flex items-start gap-3 text-base text-ink-2">
      <Info className="mt-0.5 size-5 shrink-0 text-info-text" />
      <span>{strings.explained.before(listed(reasons))}</span>
    </p>
  );
}
