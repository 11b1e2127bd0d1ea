/** The wait quoted to newcomers as one number, now and with one more chair. */
import { MOST_CHAIRS } from "./chairs";
import { estimate, type Estimate, type WaitFacts } from "./waitEstimate";

/** The middle of a range, 0 for the next person, null if none is named (paused, closed, no basis). */
export function toldMinutes(found: Estimate): number | null {
  switch (found?.kind) {
    case "range":
      return (found.low + found.high) / 2;
    case "next":
      return 0;
    case "afterOpening":
    case "paused":
    case "noChair":
    case undefined:
      return null;
  }
}

export function toldWith(facts: WaitFacts, ahead: number, now: number) {
  const chairs = Math.min(MOST_CHAIRS, facts.chairs + 1);
  return {
    told: toldMinutes(estimate(facts, ahead, now)),
    oneMore: toldMinutes(estimate({ ...facts, chairs }, ahead, now)),
  };
}
