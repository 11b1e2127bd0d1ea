/** The plans in words. Figures come from the record that the server enforces. */
import {
  plans,
  type Plan,
  type PlanFeature,
} from "../../../convex/base/rules/plans";
import { priceList } from "../../strings/price-list";
import { number } from "../../strings/language/intl";
import { price } from "../time/format";

export type PromisedLine = { words: string; limit: string | null };

/** One line per promise. `limit` completes words that alone would promise more. */
export function featuresOf(plan: Plan): PromisedLine[] {
  const facts = plans[plan];
  const limits: Partial<Record<PlanFeature, (given: typeof facts) => string>> =
    priceList.limits;
  return facts.features.map((feature) => ({
    words: priceList.features[feature](facts),
    limit: limits[feature]?.(facts) ?? null,
  }));
}

/** A plan's limits as plain numbers, each with what it counts. */
export function numbersOf(plan: Plan): { term: string; value: string }[] {
  const { queueLimit, peoplePerQueue, teamLimit, smsPerMonth } = plans[plan];
  const { queues, people, team, texts } = priceList.numbers;
  return [
    { term: queues, value: number(queueLimit) },
    { term: people, value: number(peoplePerQueue) },
    { term: team, value: number(teamLimit) },
    { term: texts, value: number(smsPerMonth) },
  ];
}

/** "$19" a month; "$0" for a plan by agreement, whose price is never shown. */
export function priceOf(plan: Plan): string {
  return price(plans[plan].pricePerMonth ?? 0);
}
