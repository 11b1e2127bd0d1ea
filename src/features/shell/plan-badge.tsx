/** The plan of a business as a badge in its own colour (product.md P7). */
import { plans } from "../../../convex/base/rules/plans";
import { shell } from "../../strings/shell";
import { Tag } from "../../ui/badge";
import type { Business } from "./types";

export function PlanBadge({
  business: { plan, subscription },
}: {
  business: Pick<Business, "plan" | "subscription">;
}) {
  const { label, tone } = plans[plan];
  const isFree = subscription.source === "server";
  return <Tag tone={tone}>{isFree ? shell.onThisServer : label}</Tag>;
}
