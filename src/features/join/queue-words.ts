/** What a queue's figures mean for somebody at the door. */
import { waitWords } from "../../lib/format";
import type { OpenQueue } from "./types";

/** "about 10–20 min", "no wait", or null when the queue has no pace yet. */
export function waitOf(queue: OpenQueue): string | null {
  const { waitingCount, servingCount, waitLow, waitHigh } = queue;
  if (waitingCount === 0 && servingCount === 0) return "no wait";
  if (waitLow === null || waitHigh === null) return null;
  const words = waitWords(waitingCount, { low: waitLow, high: waitHigh });
  // "now" would be a promise before the ticket is even taken.
  return words === "any moment now" ? `up to ${waitHigh} min` : words;
}

/** The line under a queue's name: its wait, or that it takes nobody now. */
export function underName(queue: OpenQueue): string | null {
  return queue.limitReached ? "full right now" : waitOf(queue);
}
