/** Replaces the form for a new queue when the plan has no room, with the options. */
import { ArrowUpCircle } from "lucide-react";
import { plans, type Plan } from "../../../convex/base/rules/plans";
import { refusalText } from "../../strings/refusals/owner";
import { shell } from "../../strings/shell";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import type { PlanUpgrade } from "./types";

export function AtLimit(props: {
  plan: Plan;
  limit: number;
  upgrade: PlanUpgrade;
}) {
  const { plan, limit, upgrade } = props;
  return (
    <Banner
      tone="warn"
      icon={ArrowUpCircle}
      className="mx-4 mb-4 md:mx-6 md:mb-5"
    >
      <p>{refusalText({ code: "queueLimit", limit, plan })}</p>
      {upgrade !== null && (
        <Button className="mt-3" onClick={upgrade.start}>
          {shell.upgradeTo(plans[upgrade.to].label)}
        </Button>
      )}
    </Banner>
  );
}
