/** /dashboard: the owner's workplace. */
import { useState } from "react";
import { comesFromGoogle } from "../../convex/calendar/rules/googleMark";
import { PlanWatch } from "../features/billing/plan-watch";
import { OwnerGate } from "../features/shell/owner-gate";
import { onDemand } from "../lib/on-demand";
import { Workplace } from "./dashboard/workplace";

const finishing = onDemand(
  () => import("../features/calendar/finish-connecting"),
);

export default function DashboardScreen() {
  const [isBack] = useState(() => comesFromGoogle(window.location.hash));
  return (
    <OwnerGate>
      {(account, business) => (
        <>
          {business.role === "owner" && <PlanWatch />}
          {isBack && business.role === "owner" && (
            <finishing.Screen fallback={null} />
          )}
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
