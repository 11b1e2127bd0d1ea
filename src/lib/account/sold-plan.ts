/** The plan in a link or a form. */
import {
  firstPlan,
  soldPlans,
  type SoldPlan,
} from "../../../convex/base/rules/plans";

/** The sold plan of exactly this name, else the first (product.md S7). */
export function soldPlanOf(text: string | null): SoldPlan {
  return soldPlans.find((plan) => plan === text) ?? firstPlan;
}
