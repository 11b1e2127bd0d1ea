/** The plan of a business as a badge in its own colour. */
import { plans, type Plan } from "../../../convex/model/plans";
import { Tag } from "../../ui/badge";

/** The plan's name. */
export function PlanBadge({ plan }: { plan: Plan }) {
  return <Tag tone={plans[plan].tone}>{plans[plan].label}</Tag>;
}
