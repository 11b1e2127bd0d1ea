/** The plans in words. Figures come from the record that the server enforces. */
import { plans, type Plan } from "../../convex/model/plans";
import { visitors } from "../texts/visitors";

/** What a plan promises, a line each. */
export function featuresOf(plan: Plan): string[] {
  const facts = plans[plan];
  return facts.features.map((feature) =>
    visitors.plans.features[feature](facts),
  );
}
