/** The plan of a business as a badge in its own colour. */
import { plans } from "../../../convex/base/rules/plans";
import { dashboard } from "../../strings/dashboard";
import { Tag } from "../../ui/badge";
import type { Business } from "./types";

/** The plan's name, or that this server asks for no payment (product.md P7). */
export function PlanBadge({
  business: { plan, subscription },
}: {
  business: Pick<Business, "plan" | "subscription">;
}) {
  const { label, tone } = plans[plan];
  const isFree = subscription.source === "server";
  return <Tag tone={tone}>{isFree ? dashboard.plan.onThisServer : label}</Tag>;
}
