/** The plan on a phone's Manage tab; on wide screens the sidebar has its actions. */
import { ArrowUpCircle, CreditCard, ReceiptText } from "lucide-react";
import { plans, type Plan } from "../../../convex/base/rules/plans";
import { dashboard } from "../../strings/dashboard";
import { signedIn } from "../../strings/signed-in";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { passFocus } from "../../ui/pass-focus";
import type { PlanActions } from "./types";

const { plan: strings } = dashboard;

export function PlanCard({
  plan,
  actions: { upgrade, manageBilling, invoices },
}: {
  plan: Plan;
  actions: PlanActions;
}) {
  if (upgrade === null && manageBilling === null) return null;
  const { label, queueLimit, peoplePerQueue } = plans[plan];
  return (
    <Card title={strings.title}>
      <p className="mt-1 text-ink-2">
        {strings.limits(label, queueLimit, peoplePerQueue)}
      </p>
      <div className="mt-4 grid gap-3">
        {upgrade !== null && (
          <Button
            ref={passFocus}
            size="lg"
            icon={ArrowUpCircle}
            onClick={upgrade.start}
          >
            {strings.upgradeTo(plans[upgrade.to].label)}
          </Button>
        )}
        {manageBilling !== null && (
          <Button size="lg" icon={CreditCard} onClick={manageBilling}>
            {signedIn.manageBilling}
          </Button>
        )}
        {invoices !== null && (
          <Button size="lg" icon={ReceiptText} onClick={invoices}>
            {strings.invoices}
          </Button>
        )}
      </div>
    </Card>
  );
}
