/** A queue's figures in words for new customers. */
import { instantOf, minutesOf } from "../../../convex/base/rules/timezones";
import { runningLate } from "../../../convex/queue/rules/runningLate";
import { estimate } from "../../../convex/queue/rules/waitEstimate";
import type { ChairWord } from "../../../convex/business/rules/profile";
import type { Opening } from "../../lib/time/opening";
import { timeOf } from "../../lib/time/format";
import { estimateWords, upTo } from "../../lib/time/wait-words";
import { customers as strings } from "../../strings/customers";
import type { Closed } from "./opening-words";
import type { JoinedLine } from "./types";

export type Hours = {
  opening: Opening;
  timezone: string;
  now: number;
  /** How late the shop announces that it is, in minutes; 0 for none. */
  late: number;
  chairWord: ChairWord;
};

/** The longest wait in a line that moves at any moment. */
const SOON_MINUTES = 5;

/**
 * "about 10–20 min", "no wait", "full right now"; of a closed shop "about 10:00–10:35". null without an estimate. A
 * closed shop is not said to be full as well.
 */
export function waitWords(queue: JoinedLine, hours: Hours): string | null {
  const { waitingCount, limitReached } = queue;
  const { now, opening, late } = hours;
  if (!opening.open) {
    return limitReached
      ? strings.join.afterOpening
      : closedWait(queue, opening, hours);
  }
  if (limitReached) return strings.join.full;
  const found = runningLate(estimate(queue, waitingCount, now), late, now);
  if (found?.kind === "next") {
    // "Any moment now" would be a promise before the ticket is taken.
    return isFree(queue) ? strings.join.noWait : upTo(SOON_MINUTES);
  }
  return estimateWords(found, hours);
}

/** Whether a new customer gets a chair at once. */
function isFree({ waitingCount, atCounter, chairs }: JoinedLine): boolean {
  return waitingCount === 0 && atCounter < chairs;
}

/** "about 10:00–10:35" of the day on which it opens. */
function closedWait(
  queue: JoinedLine,
  { opens }: Closed,
  { now, timezone }: Hours,
): string | null {
  const opensAt =
    opens && instantOf(opens.day, minutesOf(opens.time), timezone);
  const found = estimate({ ...queue, pause: null }, queue.waitingCount, now, {
    isOpen: false,
    opensAt,
  });
  if (found?.kind !== "afterOpening" || found.at === null || !found.range) {
    return null;
  }
  const { at, range } = found;
  const after = (minutes: number) => timeOf(at + minutes * 60_000, timezone);
  return strings.wait.between(after(range.low), after(range.high));
}
