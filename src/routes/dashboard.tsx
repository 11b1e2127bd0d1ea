/** /dashboard: the owner's workplace. */
import { PlanWatch } from "../features/billing/plan-watch";
import { OwnerGate } from "../features/shell/owner-gate";
import { Workplace } from "./dashboard/workplace";

/** Only for signed-in owners. */
export default function DashboardScreen() {
  return (
    <OwnerGate>
      {(account, business) => (
        <>
          <PlanWatch />
          <Workplace
            key={account.userId}
            account={account}
            business={business}
          />
        </>
      )}
    </OwnerGate>
  );
}
