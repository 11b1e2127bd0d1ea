/** What a queue's figures mean for somebody at the door. */
import { runningLate } from "../../../convex/queue/rules/runningLate";
import { estimate } from "../../../convex/queue/rules/waitEstimate";
import type { Opening } from "../../lib/time/opening";
import { estimateWords, rangeWords, upTo } from "../../lib/time/wait-words";
import { customers as strings } from "../../strings/customers";
import { afterOpening, type Closed } from "./opening-words";
import type { JoinedLine } from "./types";

/** What a wait depends on besides the queue. */
export type Hours = {
  opening: Opening;
  timezone: string;
  now: number;
  /** Minutes that the shop says it is late; 0 for none. */
  late: number;
};

/** Whoever joins a line that moves at any moment waits less than this. */
const SOON_MINUTES = 5;

/** Under a queue's name: that it takes nobody now, or how long it takes; null where there is no basis for a number. */
export function underName(queue: JoinedLine, hours: Hours): string | null {
  return queue.limitReached ? strings.join.full : waitOf(queue, hours);
}

/** The same as a sentence about whoever joins now. */
export function statusWords(queue: JoinedLine, hours: Hours): string | null {
  const wait = waitOf(queue, hours);
  if (wait === null) return null;
  if (!hours.opening.open) return strings.join.calledAfterOpening(wait);
  if (isPaused(queue, hours.now)) return strings.join.pausedNow(wait);
  return isFree(queue) && hours.late === 0
    ? strings.join.noWaitNow
    : strings.join.calledIn(wait);
}

/** "about 10–20 min", "no wait", "after opening at 09:00": nothing is promised for hours in which nobody is called. */
function waitOf(queue: JoinedLine, hours: Hours): string | null {
  const { waitingCount } = queue;
  const { now, opening, late } = hours;
  if (!opening.open) return closedWait(queue, opening, now);
  const found = runningLate(estimate(queue, waitingCount, now), late, now);
  if (found?.kind === "next") {
    // "Any moment now" would be a promise before the ticket is even taken.
    return isFree(queue) ? strings.join.noWait : upTo(SOON_MINUTES);
  }
  return estimateWords(found, hours);
}

/** Whoever joins has a chair at once. */
function isFree({ waitingCount, atCounter, chairs }: JoinedLine): boolean {
  return waitingCount === 0 && atCounter < chairs;
}

function isPaused(queue: JoinedLine, now: number): boolean {
  return estimate(queue, queue.waitingCount, now)?.kind === "paused";
}

/** "about 15–25 min after opening at 09:00". */
function closedWait(queue: JoinedLine, closed: Closed, now: number): string {
  const opening = afterOpening(closed);
  // Minutes count from the opening, whenever that is.
  const found = estimate({ ...queue, pause: null }, queue.waitingCount, now, {
    isOpen: false,
    opensAt: now,
  });
  return found?.kind === "afterOpening" && found.range !== null
    ? strings.wait.aboutAfter(rangeWords(found.range), opening)
    : opening;
}
