/** Which plan a link or a form means. */
import type { SoldPlan } from "../../convex/model/plans";

/** "pro" is Pro, anything else Starter (specification, public part §2). */
export function soldPlanOf(text: string | null): SoldPlan {
  return text === "pro" ? "pro" : "starter";
}
