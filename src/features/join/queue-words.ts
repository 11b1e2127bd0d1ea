/** A queue's figures in words for new customers. */
import { runningLate } from "../../../convex/queue/rules/runningLate";
import { estimate } from "../../../convex/queue/rules/waitEstimate";
import type { Opening } from "../../lib/time/opening";
import { estimateWords, rangeWords, upTo } from "../../lib/time/wait-words";
import { customers as strings } from "../../strings/customers";
import { afterOpening, type Closed } from "./opening-words";
import type { JoinedLine } from "./types";

export type Hours = {
  opening: Opening;
  timezone: string;
  now: number;
  /** How late the shop announces that it is, in minutes; 0 for none. */
  late: number;
};

/** The longest wait in a line that moves at any moment. */
const SOON_MINUTES = 5;

export function underName(queue: JoinedLine, hours: Hours): string | null {
  return queue.limitReached ? strings.join.full : waitOf(queue, hours);
}

export function statusWords(queue: JoinedLine, hours: Hours): string | null {
  const wait = waitOf(queue, hours);
  if (wait === null) return null;
  if (!hours.opening.open) return strings.join.calledAfterOpening(wait);
  if (isPaused(queue, hours.now)) return strings.join.pausedNow(wait);
  return isFree(queue) && hours.late === 0
    ? strings.join.noWaitNow
    : strings.join.calledIn(wait);
}

/** "about 10–20 min", "no wait", "after opening at 09:00". It promises nothing for closed hours. */
function waitOf(queue: JoinedLine, hours: Hours): string | null {
  const { waitingCount } = queue;
  const { now, opening, late } = hours;
  if (!opening.open) return closedWait(queue, opening, now);
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
