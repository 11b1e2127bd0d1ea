/** /dashboard: the owner's workplace. */
import { PlanWatch } from "../features/billing/plan-watch";
import { OwnerGate } from "../features/shell/owner-gate";
import { dashboard } from "../texts/dashboard";
import { CardBoundary } from "../ui/card-boundary";
import { Workplace } from "./dashboard/workplace";

/** Only for signed-in owners. */
export default function DashboardScreen() {
  return (
    <OwnerGate>
      {(account, business) => (
        <>
          <PlanWatch />
          {/* What it asks for itself are the queues; each part of it has a boundary of its own. */}
          <CardBoundary text={dashboard.queues.loadFailed}>
            <Workplace
              key={account.userId}
              account={account}
              business={business}
            />
          </CardBoundary>
        </>
      )}
    </OwnerGate>
  );
}
