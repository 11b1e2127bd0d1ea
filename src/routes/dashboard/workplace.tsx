/** The shared state of wide screens and phones: the queues, the selection, the open windows. */
import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { plans } from "../../../convex/base/rules/plans";
import { BillingBanner } from "../../features/billing/billing-banner";
import { useManageBilling } from "../../features/billing/manage-billing";
import { loadAlertLine } from "../../features/desk/people/called-person";
import { CALL_NEXT } from "../../features/desk/people/rows";
import { useDeskToasts } from "../../features/desk/desk-toasts";
import type { OpenAppointment } from "../../features/appointments/types";
import type { DeskWindow } from "../../features/desk/types";
import { OnDuty } from "../../features/desk/queue/on-duty";
import type { Person } from "../../features/desk/types";
import { useOpened } from "../../features/desk/use-opened";
import { useOutbox } from "../../features/desk/outbox/use-outbox";
import { focusQueueSelect } from "../../features/queues/queue-select";
import { ALL_QUEUES, useSelection } from "../../features/queues/selection";
import type { Queue } from "../../features/queues/types";
import { useQueues } from "../../features/queues/use-queues";
import type { Account, Business } from "../../features/shell/types";
import { useFreshness } from "../../lib/server/connection";
import { onDemand } from "../../lib/on-demand";
import { syncServerClock } from "../../lib/server/server-clock";
import { visitRulesPath } from "../../lib/address/paths";
import { SIDEBAR_WIDTH, useMedia } from "../../lib/use-media";
import { dashboard } from "../../strings/dashboard";
import { everyone } from "../../strings/everyone";
import { CardBoundary } from "../../ui/card-boundary";
import { PartFailed } from "../../ui/part-failed";
import { SkipLink } from "../../ui/skip-link";
import { AppointmentWindow, MessageWindow } from "./cards";
import type { RareWindowName } from "./rare-window";
import { PhoneDashboard } from "./phone";
import { isLost, type WorkplaceProps } from "./types";
import { Tools } from "./tools";
import { useQueuesAfter } from "./use-queues-after";
import { useTab } from "./use-tab";
import { WideDashboard } from "./wide";

const RareWindow = lazy(() => import("./rare-window"));

const queueManager = onDemand(async () => ({
  default: (await import("../../features/queues/queue-manager")).QueueManager,
}));
const addWalkIn = onDemand(async () => ({
  default: (await import("../../features/desk/people/add-walk-in")).AddWalkIn,
}));
/** By then a dashboard has loaded on most connections. */
const WINDOWS_AFTER_MS = 3_000;

const NONE: readonly Queue[] = [];
const nothing = () => null;

export function Workplace({
  account,
  business,
}: {
  account: Account;
  business: Business;
}) {
  const freshness = useFreshness();
  const { live } = freshness;
  const outbox = useOutbox(account.userId);
  const { queues: known, hasFailed, again } = useQueues();
  const queues = useQueuesAfter(known, outbox, live);
  const { selection, select } = useSelection(account.userId, queues ?? NONE);
  const wide = useMedia(SIDEBAR_WIDTH);
  const undoPlace = wide ? "toast" : "strip";
  const [opened, setOpened] = useState<"queues" | "walkIn" | null>(null);
  const [rare, openRare] = useState<RareWindowName | null>(null);
  const [texting, setTexting] = useState<Person | null>(null);
  const [deskWindow, openWindow] = useState<DeskWindow | null>(null);
  const [appointment, openAppointment] = useState<OpenAppointment | null>(null);
  const [attempt, setAttempt] = useState(0);
  const tabs = useTab();
  const close = () => setOpened(null);
  const navigate = useNavigate();
  const onVisitRules = () => void navigate(visitRulesPath);
  useEffect(() => void syncServerClock(), []);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      void queueManager.load();
      void addWalkIn.load();
      void loadAlertLine();
    }, WINDOWS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  useDeskToasts();
  useOpened();
  const manageBilling = useManageBilling();
  const { subscription } = business;
  const { isSubscribed, upgradeTo } = subscription;

  const queue =
    selection === ALL_QUEUES
      ? null
      : (queues?.find(({ queueId }) => queueId === selection) ?? null);
  const props: WorkplaceProps = {
    business,
    email: account.email,
    queues,
    queuesFailed: hasFailed && (
      <PartFailed text={dashboard.queues.loadFailed} onAgain={again} />
    ),
    selection,
    queue,
    freshness,
    outbox,
    planActions: {
      upgrade:
        upgradeTo === null
          ? null
          : { to: upgradeTo, start: () => openRare("upgrade") },
      manageBilling: subscription.canManage ? manageBilling.open : null,
      invoices: subscription.canManage ? () => openRare("invoices") : null,
    },
    notice: (
      <BillingBanner subscription={subscription} timeZone={business.timezone} />
    ),
    onSelect: select,
    onManageQueues: () => setOpened("queues"),
    onVisitRules,
    newcomers: isSubscribed
      ? {
          addWalkIn: () => setOpened("walkIn"),
          showCode: () => openRare("share"),
        }
      : null,
    onText:
      isSubscribed && plans[business.plan].smsPerMonth > 0 ? setTexting : null,
    openWindow,
    openAppointment,
    onSignOutEverywhere: () => openRare("signOutEverywhere"),
    onNoQueue: focusQueueSelect,
    onAgain: () => setAttempt(attempt + 1),
  };
  const hasCallNext =
    queues?.length !== 0 && !isLost(props) && (wide || tabs.tab !== "manage");
  return (
    <>
      <title>{everyone.titled(business.name)}</title>
      <SkipLink
        {...(hasCallNext && {
          to: CALL_NEXT,
          label: dashboard.desk.toCallNext,
        })}
      />
      {wide ? (
        <WideDashboard {...props} />
      ) : (
        <PhoneDashboard {...props} tabs={tabs} />
      )}
      {appointment !== null && (
        <AppointmentWindow
          {...props}
          undoPlace={undoPlace}
          open={appointment}
        />
      )}
      {queues?.length !== 0 && (
        <CardBoundary key={`${selection} ${attempt}`} frame={nothing}>
          <Tools
            {...props}
            undoPlace={undoPlace}
            opened={deskWindow}
            onFind={() => tabs.open("queue")}
          />
        </CardBoundary>
      )}
      {opened === "queues" && (
        <queueManager.Screen
          onClose={close}
          plan={business.plan}
          isFree={subscription.source === "server"}
          limit={business.queueLimit}
          upgrade={
            upgradeTo === null
              ? null
              : {
                  to: upgradeTo,
                  start: () => {
                    close();
                    openRare("upgrade");
                  },
                }
          }
          readOnly={!isSubscribed}
          businessId={business.businessId}
          onDuty={(queueId) => (
            <OnDuty queueId={queueId} undoPlace="toast" disabled={!live} />
          )}
          offline={!live}
          onVisitRules={onVisitRules}
          fallback={null}
        />
      )}
      {isSubscribed && opened === "walkIn" && queue !== null && (
        <addWalkIn.Screen
          queue={queue}
          sendsTexts={props.onText !== null}
          onClose={close}
          fallback={null}
        />
      )}
      {texting !== null && (
        <MessageWindow
          to={texting}
          queue={queue?.name ?? ""}
          business={business}
          onClose={() => setTexting(null)}
        />
      )}
      {rare !== null && (
        <Suspense fallback={null}>
          <RareWindow
            name={rare}
            business={business}
            onClose={() => openRare(null)}
          />
        </Suspense>
      )}
    </>
  );
}
