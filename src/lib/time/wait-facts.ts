/** From the line's answer to what the estimator takes. Apart from the words for it, which are the customers'. */
import type { WaitFacts } from "../../../convex/queue/rules/waitEstimate";

/** What the estimator takes of the line's answer. */
export function waitFactsOf(
  line: Omit<WaitFacts, "atCounter"> & { readonly called: readonly unknown[] },
): WaitFacts {
  return { ...line, atCounter: line.called.length };
}
