/** What a queue's figures mean for somebody at the door. */
import { timeOf } from "../../lib/format";
import type { Opening } from "../../lib/opening";
import { upTo, waitWords } from "../../lib/wait-words";
import { customers as texts } from "../../texts/customers";
import { afterOpening } from "./opening-words";
import type { OpenQueue } from "./types";

/** What a wait depends on besides the queue. */
export type Hours = { opening: Opening; timezone: string };

/** Under a queue's name: that it takes nobody now, or how long it takes; null where there is no basis for a number. */
export function underName(queue: OpenQueue, hours: Hours): string | null {
  return queue.limitReached ? texts.join.full : waitOf(queue, hours);
}

/** The same as a sentence about whoever joins now. */
export function statusWords(queue: OpenQueue, hours: Hours): string | null {
  const wait = waitOf(queue, hours);
  if (wait === null) return null;
  if (!hours.opening.open) return texts.join.calledAfterOpening(wait);
  if (queue.pause !== null) return texts.join.pausedNow(wait);
  return isFree(queue) ? texts.join.noWaitNow : texts.join.calledIn(wait);
}

/** "about 10–20 min", "no wait", "after opening at 09:00": nothing is promised for hours in which nobody is called. */
function waitOf(queue: OpenQueue, hours: Hours): string | null {
  const { waitingCount, waitLow, waitHigh, pause } = queue;
  if (!hours.opening.open) return afterOpening(hours.opening);
  if (pause !== null) return pauseWords(pause.until, hours.timezone);
  if (isFree(queue)) return texts.join.noWait;
  if (waitLow === null || waitHigh === null) return null;
  // "Any moment now" would be a promise before the ticket is even taken.
  if (waitingCount === 0) return upTo(waitHigh);
  return waitWords(waitingCount, { low: waitLow, high: waitHigh });
}

/** Nobody is in it: whoever joins is next. */
function isFree({ waitingCount, servingCount }: OpenQueue): boolean {
  return waitingCount === 0 && servingCount === 0;
}

function pauseWords(until: number | null, timezone: string): string {
  return until === null
    ? texts.join.paused
    : texts.join.pausedUntil(timeOf(until, timezone));
}
