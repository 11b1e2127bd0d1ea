/** How a shop's 'Running late' changes the waits that customers read. product.md F5 */
import { STEP_MINUTES, type Estimate } from "./waitEstimate";

const MINUTE_MS = 60_000;

/** Adds the delay to waits counted from now. Breaks and opening times stay. */
export function runningLate(
  found: Estimate,
  minutes: number,
  now: number,
): Estimate {
  if (minutes === 0 || found === null) return found;
  const more = Math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES;
  const later = more * MINUTE_MS;
  if (found.kind === "next") {
    const bounds = { lowAt: now, highAt: now + later };
    return {
      ...{ kind: "range", low: 0, p50: minutes, high: more },
      ...{ isLate: false, bounds },
    };
  }
  if (found.kind !== "range") return found;
  const { lowAt, highAt } = found.bounds;
  return {
    ...found,
    low: found.low + more,
    p50: found.p50 + minutes,
    high: found.high + more,
    // The shop's own notice says so already.
    isLate: false,
    bounds: { lowAt: lowAt + later, highAt: highAt + later },
  };
}
