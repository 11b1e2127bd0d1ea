/** The plan of a business as a badge: purple for Pro, yellow for Enterprise, blue for Starter. */
import { plans, type Plan } from "../../../convex/model/plans";
import { Tag } from "../../ui/badge";

const tones = { starter: "blue", pro: "purple", enterprise: "yellow" } as const;

/** The plan's name. */
export function PlanBadge({ plan }: { plan: Plan }) {
  return <Tag tone={tones[plan]}>{plans[plan].label}</Tag>;
}
