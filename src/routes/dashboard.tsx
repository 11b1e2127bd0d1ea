/** /dashboard: the owner's workplace. */
import { useState, type ReactNode } from "react";
import { comesFromGoogle } from "../../convex/calendar/rules/googleMark";
import { PlanWatch } from "../features/billing/plan-watch";
import { OwnerGate } from "../features/shell/owner-gate";
import type { Account } from "../features/shell/types";
import { readKept } from "../features/desk/outbox/outbox";
import { onDemand } from "../lib/on-demand";
import { readStored, storageKeys } from "../lib/storage";
import { Workplace } from "./dashboard/workplace";

const finishing = onDemand(
  () => import("../features/calendar/finish-connecting"),
);

const tablet = onDemand(() => import("../features/tablet/on-tablet"));

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
          <AtTablet account={account} shop={business.name}>
            <Workplace
              key={account.userId}
              account={account}
              business={business}
            />
          </AtTablet>
        </>
      )}
    </OwnerGate>
  );
}

/** On the shop's tablet the names stand before the counter. */
function AtTablet(props: {
  account: Account;
  shop: string;
  children: ReactNode;
}) {
  const { account, shop, children } = props;
  if (account.tablet === null) return children;
  return (
    <tablet.Screen
      tablet={account.tablet}
      person={account.name ?? ""}
      shop={shop}
      keptBy={keptBy}
      fallback={null}
    >
      {children}
    </tablet.Screen>
  );
}

/** How many of a person's actions wait in this browser. */
const keptBy = (personId: string) =>
  readKept(readStored(storageKeys.deskOutbox(personId))).length;
