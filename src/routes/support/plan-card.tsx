/** The plan, its limits, and what can be done about it: upgrade, 'Manage billing', invoices. */
import { ArrowUpCircle, CreditCard, ReceiptText } from "lucide-react";
import { useState } from "react";
import { plans } from "../../../convex/base/rules/plans";
import { BillingBanner } from "../../features/billing/billing-banner";
import { useManageBilling } from "../../features/billing/manage-billing";
import { dayOf } from "../../lib/time/format";
import { partPath } from "../../features/shell/places";
import type { Business } from "../../features/shell/types";
import { paths } from "../../lib/address/paths";
import { onDemand } from "../../lib/on-demand";
import { billing } from "../../strings/billing";
import { dashboard } from "../../strings/dashboard";
import { shell } from "../../strings/shell";
import { signedIn } from "../../strings/signed-in";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";

const { plan: strings } = billing;

const invoices = onDemand(
  () => import("../../features/billing/invoices-dialog"),
);

export function PlanCard({ business }: { business: Business }) {
  const { plan, subscription, timezone } = business;
  const { upgradeTo, canManage, source, isSubscribed, state } = subscription;
  const [isOpen, setOpen] = useState(false);
  const manageBilling = useManageBilling();
  const { currentPeriodEnd, cancelAt } = subscription;
  const { label, peoplePerQueue } = plans[plan];
  const name = source === "server" ? shell.onThisServer : label;
  const isPaid =
    state === "active" && cancelAt === null && currentPeriodEnd !== null;
  return (
    <Card title={strings.title}>
      {isSubscribed && (
        <p className="mt-1 text-ink-2">
          {strings.limits(name, business.queueLimit, peoplePerQueue)}
          {isPaid &&
            ` ${strings.nextPayment(dayOf(currentPeriodEnd, timezone))}`}
        </p>
      )}
      <div className="mt-4 empty:hidden">
        {state === "none" ? (
          <ButtonLink to={paths.paymentRequired}>
            {dashboard.queues.choosePlan}
          </ButtonLink>
        ) : (
          <BillingBanner subscription={subscription} timeZone={timezone} />
        )}
      </div>
      {(upgradeTo !== null || canManage) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {upgradeTo !== null && (
            <ButtonLink to={partPath("upgrade")} icon={ArrowUpCircle}>
              {shell.upgradeTo(plans[upgradeTo].label)}
            </ButtonLink>
          )}
          {canManage && (
            <>
              <Button
                icon={CreditCard}
                busy={manageBilling.busy}
                onClick={manageBilling.open}
              >
                {signedIn.manageBilling}
              </Button>
              <Button icon={ReceiptText} onClick={() => setOpen(true)}>
                {strings.invoices}
              </Button>
            </>
          )}
        </div>
      )}
      {isOpen && (
        <invoices.Screen
          timeZone={timezone}
          onClose={() => setOpen(false)}
          fallback={null}
        />
      )}
    </Card>
  );
}
