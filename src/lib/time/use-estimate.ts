/** The live wait at a place in the line. Its bounds are fixed instants while the clock runs, so nothing flickers. */
import { useState } from "react";
import type { Opening } from "../../../convex/business/rules/opening";
import {
  estimate,
  type Bounds,
  type Estimate,
  type WaitFacts,
} from "../../../convex/queue/rules/waitEstimate";

/** @param now of the server's clock, ticking */
export function useEstimate(
  facts: WaitFacts,
  ahead: number,
  now: number,
  opening: Opening,
): Estimate {
  const [shown, setShown] = useState<Bounds | null>(null);
  const found = estimate(facts, ahead, now, opening, shown);
  const bounds = found?.kind === "range" ? found.bounds : null;
  if (bounds?.lowAt !== shown?.lowAt || bounds?.highAt !== shown?.highAt) {
    setShown(bounds);
  }
  return found;
}
