/** The plans in words. Figures come from the record that the server enforces. */
import { plans, type Plan } from "../../convex/model/plans";
import { priceList } from "../texts/price-list";
import { price } from "./format";

/** What a plan promises, a line each. */
export function featuresOf(plan: Plan): string[] {
  const facts = plans[plan];
  return facts.features.map((feature) => priceList.features[feature](facts));
}

/** "$19" a month; "$0" for a plan by agreement, whose price nobody is shown. */
export function priceOf(plan: Plan): string {
  return price(plans[plan].pricePerMonth ?? 0);
}
