/** What wide screens and phones have in common: the queues, the selection, the open windows. */
import { useQuery } from "convex/react";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { plans } from "../../../convex/model/plans";
import { BillingBanner } from "../../features/billing/billing-banner";
import { useManageBilling } from "../../features/billing/manage-billing";
import { UpgradeDialog } from "../../features/billing/upgrade-dialog";
import { AddWalkIn } from "../../features/desk/add-walk-in";
import { QueueManager } from "../../features/queues/queue-manager";
import { focusQueueSelect } from "../../features/queues/queue-select";
import {
  ALL_QUEUES,
  useSelection,
  type Selection,
} from "../../features/queues/selection";
import type { Queue } from "../../features/queues/types";
import type {
  Account,
  Business,
  PlanActions,
} from "../../features/shell/types";
import { useFreshness, type Freshness } from "../../lib/connection";
import { syncServerClock } from "../../lib/server-clock";
import { SIDEBAR_WIDTH, useMedia } from "../../lib/use-media";
import { SkipLink } from "../../ui/skip-link";
import { PhoneDashboard } from "./phone";
import { WideDashboard } from "./wide";

// With its QR encoder; nobody shares a link in the first second.
const ShareDialog = lazy(() => import("../../features/sharing/share-dialog"));

/** Everything the two layouts need. */
export type WorkplaceProps = {
  business: Business;
  /** undefined: still loading. */
  queues: readonly Queue[] | undefined;
  selection: Selection;
  /** The selected queue; null with 'All Queues' or none. */
  queue: Queue | null;
  freshness: Freshness;
  planActions: PlanActions;
  /** What is to be known about the subscription, at the top. */
  notice: ReactNode;
  onSelect: (selection: string) => void;
  onManageQueues: () => void;
  onShare: () => void;
  onAddWalkIn: () => void;
  /** An action needs a queue: puts the focus on the choice. */
  onNoQueue: () => void;
};

const NONE: readonly Queue[] = [];

/** @param account whose choices are remembered */
export function Workplace({
  account,
  business,
}: {
  account: Account;
  business: Business;
}) {
  const queues = useQuery(api.queues.list);
  const { selection, select } = useSelection(account.userId, queues ?? NONE);
  const freshness = useFreshness();
  const wide = useMedia(SIDEBAR_WIDTH);
  const [opened, setOpened] = useState<
    "queues" | "share" | "walkIn" | "upgrade" | null
  >(null);
  const close = () => setOpened(null);
  useEffect(() => void syncServerClock(), []);
  const manageBilling = useManageBilling();
  const { subscription } = business;
  const mayUpgrade = subscription.isSubscribed && business.plan === "starter";

  const queue =
    selection === ALL_QUEUES
      ? null
      : (queues?.find(({ queueId }) => queueId === selection) ?? null);
  const props: WorkplaceProps = {
    business,
    queues,
    selection,
    queue,
    freshness,
    planActions: {
      upgrade: mayUpgrade ? () => setOpened("upgrade") : null,
      manageBilling: subscription.canManage ? manageBilling.open : null,
    },
    notice: (
      <BillingBanner subscription={subscription} timeZone={business.timezone} />
    ),
    onSelect: select,
    onManageQueues: () => setOpened("queues"),
    onShare: () => setOpened("share"),
    onAddWalkIn: () => setOpened("walkIn"),
    onNoQueue: focusQueueSelect,
  };
  return (
    <>
      <title>{`${business.name} · Yourturn`}</title>
      <SkipLink />
      {wide ? <WideDashboard {...props} /> : <PhoneDashboard {...props} />}
      <QueueManager
        open={opened === "queues"}
        onClose={close}
        plan={plans[business.plan].label}
        limit={business.queueLimit}
      />
      <AddWalkIn queue={opened === "walkIn" ? queue : null} onClose={close} />
      <UpgradeDialog open={opened === "upgrade"} onClose={close} />
      {opened === "share" && (
        <Suspense fallback={null}>
          <ShareDialog businessId={business.businessId} open onClose={close} />
        </Suspense>
      )}
    </>
  );
}
