/** What a queue's figures mean for somebody at the door. */
import { upTo, waitWords } from "../../lib/wait-words";
import { customers as texts } from "../../texts/customers";
import type { OpenQueue } from "./types";

/** Nobody is in it: whoever joins is next. */
export function isFree({ waitingCount, servingCount }: OpenQueue): boolean {
  return waitingCount === 0 && servingCount === 0;
}

/** "about 10–20 min", "no wait", or null when the queue has no pace yet. */
export function waitOf(queue: OpenQueue): string | null {
  const { waitingCount, waitLow, waitHigh } = queue;
  if (isFree(queue)) return texts.join.noWait;
  if (waitLow === null || waitHigh === null) return null;
  // "Any moment now" would be a promise before the ticket is even taken.
  if (waitingCount === 0) return upTo(waitHigh);
  return waitWords(waitingCount, { low: waitLow, high: waitHigh });
}

/** The line under a queue's name: its wait, or that it takes nobody now. */
export function underName(queue: OpenQueue): string | null {
  return queue.limitReached ? texts.join.full : waitOf(queue);
}
