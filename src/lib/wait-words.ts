/** A customer's wait in words. */
import { customers } from "../texts/customers";
import { minuteRange } from "./format";

/**
 * "about 15–25 min". Never "0 min": that would be a promise.
 * @param range minutes, from the server's estimate; null when the queue has no pace yet
 */
export function waitWords(
  ahead: number,
  range: { low: number; high: number } | null,
): string | null {
  if (range === null) return null;
  if (ahead === 0) return customers.wait.now;
  if (range.low === 0) return upTo(range.high);
  return customers.wait.about(minuteRange(range.low, range.high));
}

/** "up to 10 min". */
export function upTo(most: number): string {
  return customers.wait.upTo(minuteRange(most));
}
