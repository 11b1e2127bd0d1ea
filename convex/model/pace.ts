/**
 * How fast a queue moves and what that means for a newcomer. A deliberately
 * plain estimate: the mean time between calls, smoothed, shown as a range.
 */

/** Weight of the newest gap between two calls. */
const WEIGHT = 0.2;
/** A gap longer than this many usual ones is a break, not a pace. */
const BREAK_FACTOR = 4;
const MIN_GAP_MS = 5_000;
const STEP_MINUTES = 5;

/**
 * The pace after one more gap between calls, in ms a customer.
 * @param gapMs time since the previous call, only if somebody was waiting all along
 */
export function nextPace(paceMs: number | null, gapMs: number): number | null {
  if (gapMs < MIN_GAP_MS) return paceMs;
  if (paceMs === null) return gapMs;
  if (gapMs > BREAK_FACTOR * paceMs) return paceMs;
  return paceMs + WEIGHT * (gapMs - paceMs);
}

/**
 * Minutes a customer with `ahead` people before them may wait, rounded outward
 * to five minutes; null when the queue has no pace yet.
 */
export function waitRange(
  ahead: number,
  paceMs: number | null,
): { low: number; high: number } | null {
  if (paceMs === null) return null;
  const minutes = ((ahead + 1) * paceMs) / 60_000;
  // The next in line may be called at any moment: no promise below.
  const low = ahead === 0 ? 0 : minutes * 0.7;
  return {
    low: Math.floor(low / STEP_MINUTES) * STEP_MINUTES,
    high: Math.ceil((minutes * 1.3) / STEP_MINUTES) * STEP_MINUTES,
  };
}
