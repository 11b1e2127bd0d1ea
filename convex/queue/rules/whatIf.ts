/** What people at the door are told of their wait as one number, and what they would be told with one more chair on duty: by the same estimate. */
import { MOST_CHAIRS } from "./chairs";
import { estimate, type Estimate, type WaitFacts } from "./waitEstimate";

/** Minutes: the middle of a range, 0 for who is next, null where no minutes from now are named (paused, closed, no basis). */
export function toldMinutes(found: Estimate): number | null {
  switch (found?.kind) {
    case "range":
      return (found.low + found.high) / 2;
    case "next":
      return 0;
    case "afterOpening":
    case "paused":
    case undefined:
      return null;
  }
}

/** What a newcomer of an open shop is told at `now`, and would be with one more chair from now on. */
export function toldWith(
  facts: WaitFacts,
  ahead: number,
  now: number,
): { told: number | null; oneMore: number | null } {
  const chairs = Math.min(MOST_CHAIRS, facts.chairs + 1);
  return {
    told: toldMinutes(estimate(facts, ahead, now)),
    oneMore: toldMinutes(estimate({ ...facts, chairs }, ahead, now)),
  };
}
