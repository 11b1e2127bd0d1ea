/** Converts the line's answer to the estimator's input. Its words are in wait-words.ts. */
import type { WaitFacts } from "../../../convex/queue/rules/waitEstimate";

export function waitFactsOf(
  line: Omit<WaitFacts, "atCounter"> & { readonly called: readonly unknown[] },
): WaitFacts {
  return { ...line, atCounter: line.called.length };
}
