/** The shared state of wide screens and phones: the queues, the selection, the open windows. */
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { plans } from "../../../convex/base/rules/plans";
import { BillingBanner } from "../../features/billing/billing-banner";
import { CALL_NEXT } from "../../features/desk/people/rows";
import { useLastWordsHere } from "../../ui/last-words";
import type { OpenAppointment } from "../../features/appointments/types";
import type { DeskWindow } from "../../features/desk/types";
import type { Person } from "../../features/desk/types";
import { useOpened } from "../../features/desk/use-opened";
import { useOutbox } from "../../features/desk/outbox/use-outbox";
import { focusQueueSelect } from "../../features/queues/queue-select";
import { ALL_QUEUES, useSelection } from "../../features/queues/selection";
import type { Queue } from "../../features/queues/types";
import { useQueues } from "../../features/queues/use-queues";
import { ConnectionChip } from "../../features/shell/connection-chip";
import { OwnerShell } from "../../features/shell/owner-shell";
import { tabLabel } from "../../features/shell/phone-bar";
import type { Account, Business } from "../../features/shell/types";
import { useFreshness } from "../../lib/server/connection";
import { onDemand } from "../../lib/on-demand";
import { paths, visitRulesPath } from "../../lib/address/paths";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { SIDEBAR_WIDTH, useMedia } from "../../lib/use-media";
import { dashboard } from "../../strings/dashboard";
import { everyone } from "../../strings/everyone";
import { signedIn } from "../../strings/signed-in";
import { PartFailed } from "../../ui/part-failed";
import { Bone } from "../../ui/skeleton";
import { SkipLink } from "../../ui/skip-link";
import { AppointmentWindow, MessageWindow } from "./cards";
import type { RareWindowName } from "./rare-window";
import { Counter } from "./counter";
import { Overview, Sections } from "./sections";
import { isLost, type WorkplaceProps } from "./types";
import { Tools } from "./tools";
import { useQueuesAfter } from "./use-queues-after";
import { useTab } from "./use-tab";
import { useParts } from "./use-parts";
import { WindowBoundary } from "./window-boundary";

const rareWindow = onDemand(() => import("./rare-window"));
// For phones.
const manage = onDemand(() => import("./manage"));
const queueManager = onDemand(
  () => import("../../features/queues/queue-manager"),
);
/** By then a dashboard has loaded on most connections. */
const WINDOWS_AFTER_MS = 3_000;

const NONE: readonly Queue[] = [];

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
  const [onlyMine, setOnlyMine] = useOnlyMine(account.userId);
  const [isManaging, setManaging] = useState(false);
  const [rare, openRare] = useState<RareWindowName | null>(null);
  const [texting, setTexting] = useState<Person | null>(null);
  const [deskWindow, openWindow] = useState<DeskWindow | null>(null);
  const [appointment, openAppointment] = useState<OpenAppointment | null>(null);
  const { managed, ...tabs } = useTab();
  const isAtCounter = wide || tabs.tab === "queue";
  const parts = useParts(wide, tabs, {
    queues: () => setManaging(true),
    upgrade: () => openRare("upgrade"),
  });
  const close = () => setManaging(false);
  const navigate = useNavigate();
  useEffect(() => {
    const timer = window.setTimeout(() => {
      void queueManager.load();
      if (!wide) void manage.load();
    }, WINDOWS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [wide]);
  useLastWordsHere(selection);
  useOpened(account.viewing === null);
  const { subscription } = business;
  const { isSubscribed, upgradeTo } = subscription;

  const queue =
    selection === ALL_QUEUES
      ? null
      : (queues?.find(({ queueId }) => queueId === selection) ?? null);
  const nameOf = (queueId: string) =>
    queues?.find((one) => one.queueId === queueId)?.name ?? "";
  const props: WorkplaceProps = {
    business,
    queues,
    queuesFailed: hasFailed && (
      <PartFailed text={dashboard.queues.loadFailed} onAgain={again} />
    ),
    selection,
    queue,
    onlyMine,
    setOnlyMine,
    freshness,
    outbox,
    upgrade:
      upgradeTo === null
        ? null
        : {
            to: upgradeTo,
            start: () => {
              close();
              openRare("upgrade");
            },
          },
    onSelect: select,
    onManageQueues: () => setManaging(true),
    newcomers: isSubscribed
      ? {
          addWalkIn: () => openWindow({ name: "walkIn" }),
          showCode: () => openRare("share"),
        }
      : null,
    onText:
      isSubscribed &&
      plans[business.plan].smsPerMonth > 0 &&
      account.tablet === null
        ? setTexting
        : null,
    openWindow,
    openAppointment,
    onSignOutEverywhere: () => openRare("signOutEverywhere"),
    onNoQueue: focusQueueSelect,
  };
  const hasCallNext = queues?.length !== 0 && !isLost(props) && isAtCounter;
  return (
    <>
      <title>{everyone.titled(business.name)}</title>
      <SkipLink
        {...(hasCallNext && {
          to: CALL_NEXT,
          label: dashboard.desk.toCallNext,
        })}
      />
      <OwnerShell
        business={business}
        at={paths.dashboard}
        chip={
          <ConnectionChip
            freshness={freshness}
            timeZone={business.timezone}
            onOpen={() => openWindow({ name: "kept" })}
          />
        }
        notice={
          business.role === "owner" && (
            <BillingBanner
              subscription={subscription}
              timeZone={business.timezone}
            />
          )
        }
        parts={parts}
        tabs={tabs}
        snaps={wide}
      >
        {(wide || managed === null) && (
          <h1 className="sr-only">
            {wide ? signedIn.dashboard : tabLabel(tabs.tab)}
          </h1>
        )}
        {wide ? (
          <>
            <div
              id="dashboard"
              className="h-full snap-start outline-none low:h-auto"
            >
              <Counter {...props} />
            </div>
            <Sections {...props} />
          </>
        ) : tabs.tab === "queue" ? (
          <Counter {...props} />
        ) : tabs.tab === "overview" ? (
          <Overview {...props} />
        ) : (
          <manage.Screen
            {...props}
            go={parts.go}
            part={managed}
            onBack={() => tabs.open("manage")}
            fallback={<Bone className="m-4 h-96 rounded-lg" />}
          />
        )}
      </OwnerShell>
      {appointment !== null && (
        <WindowBoundary onClose={() => openAppointment(null)}>
          <AppointmentWindow {...props} open={appointment} />
        </WindowBoundary>
      )}
      <Tools {...props} opened={deskWindow} />
      {isManaging && (
        <WindowBoundary onClose={close}>
          <queueManager.Screen
            onClose={close}
            plan={business.plan}
            isFree={subscription.source === "server"}
            limit={business.queueLimit}
            upgrade={props.upgrade}
            readOnly={!isSubscribed}
            businessId={business.businessId}
            offline={!live}
            onVisitRules={() => void navigate(visitRulesPath)}
            fallback={null}
          />
        </WindowBoundary>
      )}
      {texting !== null && (
        <WindowBoundary onClose={() => setTexting(null)}>
          <MessageWindow
            to={texting}
            // Not the selected one, which may be all together.
            queue={nameOf(texting.queueId)}
            business={business}
            onClose={() => setTexting(null)}
          />
        </WindowBoundary>
      )}
      {rare !== null && (
        <WindowBoundary onClose={() => openRare(null)}>
          <rareWindow.Screen
            name={rare}
            business={business}
            onClose={() => openRare(null)}
            fallback={null}
          />
        </WindowBoundary>
      )}
    </>
  );
}

/** Kept while another queue or layout is shown, and over a reload. */
function useOnlyMine(userId: string) {
  const key = storageKeys.onlyMine(userId);
  const [isOn, setOn] = useState(() => readStored(key) !== null);
  const turn = (on: boolean) => {
    writeStored(key, on ? "on" : null);
    setOn(on);
  };
  return [isOn, turn] as const;
}
