/** The wait quoted to newcomers as one number, now and with one more chair. */
import { MAX_CHAIRS } from "./chairs";
import { estimate, type Estimate, type WaitFacts } from "./waitEstimate";

/** The middle of a range, 0 for the next person, null if none is named (paused, closed, no basis). */
export function toldMinutes(found: Estimate): number | null {
  if (found?.kind === "range") return (found.low + found.high) / 2;
  return found?.kind === "next" ? 0 : null;
}

export function toldWith(facts: WaitFacts, ahead: number, now: number) {
  const chairs = Math.min(MAX_CHAIRS, facts.chairs + 1);
  return {
    told: toldMinutes(estimate(facts, ahead, now)),
    oneMore: toldMinutes(estimate({ ...facts, chairs }, ahead, now)),
  };
}
