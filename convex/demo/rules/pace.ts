/** The pace that a queue of the demo shop learned on a past day, and the estimates its customers saw. */
import type { PastVisit } from "./day";
import {
  paceAfterCall,
  paceAfterCheck,
  paceSummary,
  type Pace,
  type Quote,
} from "../../queue/rules/pace";
import { estimate, quoteOf } from "../../queue/rules/waitEstimate";
import { toldWith } from "../../queue/rules/whatIf";

export type Told = {
  quote: Quote | null;
  look: { told: number | null; oneMore: number | null };
};

/** @param visits in order of joining; `told` has the same order */
export function lessonsOf(
  visits: readonly PastVisit[],
  pace: Pace,
  day: string,
): { pace: Pace; told: Told[] } {
  const told: Told[] = [];
  const steps = visits.flatMap((visit, index) => [
    { at: visit.joinedAt, index, isCall: false },
    ...(visit.outcome === "left"
      ? []
      : [{ at: visit.calledAt, index, isCall: true }]),
  ]);
  let learned = pace;
  for (const { at, index, isCall } of steps.sort((a, b) => a.at - b.at)) {
    const others = visits.filter((_, other) => other !== index);
    const waiting = others.filter(
      ({ joinedAt, calledAt }) => joinedAt <= at && calledAt > at,
    ).length;
    if (!isCall) {
      const atCounter = others.filter(
        ({ outcome, calledAt, endedAt }) =>
          outcome !== "left" && calledAt <= at && endedAt > at,
      ).length;
      const facts = {
        pace: paceSummary(learned),
        lastCallAt: learned.calls.at(-1) ?? null,
        chairs: 1,
        atCounter,
        pause: null,
      };
      told[index] = {
        quote: quoteOf(estimate(facts, waiting, at), at),
        look: toldWith(facts, waiting, at),
      };
      continue;
    }
    const call = { number: index + 1, at, waiting, chairs: 1 };
    learned = paceAfterCall(learned, call);
    const quote = told[index]?.quote ?? null;
    if (quote !== null) learned = paceAfterCheck(learned, quote, at, day);
  }
  return { pace: learned, told };
}
