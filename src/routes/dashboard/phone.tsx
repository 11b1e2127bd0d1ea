/** The dashboard up to 640 px: three tabs, with the desk's buttons at the bottom. */
import { CalendarClock, ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import { Figures, ShortAverage } from "../../features/analytics/figures";
import { CallNext, Skip } from "../../features/desk/call-next";
import { CrowdNotice } from "../../features/desk/people/crowd-notice";
import { CalledCards } from "../../features/desk/people/called-person";
import { KeptNotice } from "../../features/desk/outbox/kept-notice";
import { NotServedNotice } from "../../features/desk/people/not-served-notice";
import { OnDuty } from "../../features/desk/queue/on-duty";
import { PauseNotice } from "../../features/desk/queue/pause-queue";
import { ResetQueue } from "../../features/desk/queue/reset-queue";
import type { Board } from "../../features/desk/types";
import { UndoStrip } from "../../features/desk/undo-strip";
import type { Desk } from "../../features/desk/use-desk";
import { WaitingCards } from "../../features/desk/people/waiting-cards";
import { PickQueue } from "../../features/queues/pick-queue";
import { QueueSelect } from "../../features/queues/queue-select";
import { QueueStatus } from "../../features/queues/queue-status";
import { AccountCard } from "../../features/shell/account-card";
import { PagesCard } from "../../features/shell/pages-card";
import { PlanCard } from "../../features/shell/plan-card";
import { CutBanner } from "../../features/shell/connection-note";
import { PhoneShell } from "../../features/shell/phone-shell";
import { dashboard as strings } from "../../strings/dashboard";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone, Skeleton } from "../../ui/skeleton";
import {
  AppointmentsCard,
  CalendarCard,
  FeedCard,
  JoinCard,
  LiveDataCard,
  NoQueues,
  SmsCard,
} from "./cards";
import { useCounter } from "./use-counter";
import { isLost, type WorkplaceProps } from "./types";
import type { useTab } from "./use-tab";

type Props = WorkplaceProps & { tabs: ReturnType<typeof useTab> };

export function PhoneDashboard(props: Props) {
  return (
    <CardBoundary
      key={props.selection}
      onAgain={props.onAgain}
      frame={(failure) => (
        <Shell {...props} dock={null}>
          {failure}
        </Shell>
      )}
    >
      <Tabs {...props} />
    </CardBoundary>
  );
}

function Shell({
  tabs,
  dock,
  children,
  ...props
}: Props & { dock: ReactNode; children: ReactNode }) {
  const { business, freshness } = props;
  return (
    <PhoneShell
      business={business}
      live={freshness.live}
      tab={tabs.tab}
      onTab={tabs.open}
      dock={dock}
    >
      <CutBanner freshness={freshness} timeZone={business.timezone} />
      {props.notice}
      {props.queuesFailed}
      {!isLost(props) && (
        <QueueSelect
          queues={props.queues}
          selection={props.selection}
          onSelect={props.onSelect}
          hideLabel
        />
      )}
      {children}
    </PhoneShell>
  );
}

function Tabs({ tabs, ...props }: Props) {
  const { tab } = tabs;
  const { business, freshness, queues, queue } = props;
  const { board, desk } = useCounter(props, "strip");
  const none = queues?.length === 0;
  const lost = isLost(props);
  return (
    <Shell
      {...props}
      tabs={tabs}
      dock={
        !none && (
          <section aria-label={strings.desk.dock}>
            <KeptNotice outbox={props.outbox} live={freshness.live} docked />
            <NotServedNotice board={board} desk={desk} docked />
            <UndoStrip
              offer={board?.undo ?? null}
              letter={board?.letter ?? null}
              desk={desk}
            />
            {tab !== "manage" && !lost && <Dock board={board} desk={desk} />}
          </section>
        )
      }
    >
      <PauseNotice board={board} business={business} undoPlace="strip" />
      <CrowdNotice board={board} desk={desk} />
      {none && tab !== "manage" && <NoQueues newcomers={props.newcomers} />}
      {tab === "overview" && <Overview {...props} />}
      {tab === "queue" && !none && !lost && (
        <QueueTab {...props} board={board} desk={desk} />
      )}
      {tab === "manage" && (
        <>
          <Card title={strings.queues.title}>
            <p className="mt-1 text-ink-2">
              {props.newcomers === null
                ? strings.queues.changeLater
                : strings.queues.meaning}
            </p>
            <Button
              size="lg"
              icon={ListChecks}
              className="mt-4 w-full"
              onClick={props.onManageQueues}
            >
              {strings.queues.manage}
            </Button>
            {props.newcomers !== null && (
              <Button
                size="lg"
                icon={CalendarClock}
                className="mt-3 w-full"
                onClick={props.onVisitRules}
              >
                {strings.queues.visitRules}
              </Button>
            )}
          </Card>
          {queue !== null && (
            <Card title={strings.desk.onDuty}>
              <p className="mt-1 mb-3 truncate text-left text-ink-2" dir="auto">
                {queue.name}
              </p>
              <OnDuty
                queueId={queue.queueId}
                undoPlace="strip"
                disabled={!freshness.live}
              />
            </Card>
          )}
          <SmsCard {...props} />
          <CalendarCard {...props} />
          <FeedCard business={props.business} />
          <PagesCard businessId={business.businessId} />
          <PlanCard plan={business.plan} actions={props.planActions} />
          <AccountCard
            email={props.email}
            onSignOutEverywhere={props.onSignOutEverywhere}
          />
          <Card title={strings.desk.startAgain}>
            <p className="mt-1 text-ink-2">{strings.desk.startAgainMeaning}</p>
            <div className="mt-3 -ml-4">
              <ResetQueue
                hasQueue={queue !== null}
                desk={desk}
                disabled={!freshness.live || !queues?.length || lost}
                onNoQueue={props.onNoQueue}
              />
            </div>
          </Card>
        </>
      )}
    </Shell>
  );
}

function Dock(props: { board: Board | null | undefined; desk: Desk }) {
  const { board, desk } = props;
  return (
    <div className="@container flex gap-3 p-3 low:py-1">
      <Skip board={board} desk={desk} docked />
      <CallNext board={board} desk={desk} size="docked" />
    </div>
  );
}

function Overview(props: WorkplaceProps) {
  const { business, queues } = props;
  return (
    <>
      <CardBoundary>
        <Figures
          queueId={props.queue?.queueId ?? null}
          shop={business}
          stale={!props.freshness.live}
        />
      </CardBoundary>
      <JoinCard {...props} />
      <LiveDataCard {...props} />
      <QueueStatus
        queues={queues}
        selection={props.selection}
        shop={business}
      />
    </>
  );
}

function QueueTab({
  board,
  desk,
  ...props
}: WorkplaceProps & {
  board: Board | null | undefined;
  desk: Desk;
}) {
  return (
    <>
      {board && board.called.length > 0 && (
        <section aria-labelledby="called-title">
          <h2 id="called-title" className="sr-only">
            {strings.desk.atCounter}
          </h2>
          <CalledCards board={board} desk={desk} />
        </section>
      )}
      {board === undefined && (
        <Skeleton label={strings.desk.loading} className="grid gap-3">
          <Bone className="h-16" />
          <Bone className="h-16" />
        </Skeleton>
      )}
      {board === null && (
        <PickQueue queues={props.queues ?? []} onSelect={props.onSelect} />
      )}
      {board && (
        <WaitingCards
          board={board}
          desk={desk}
          newcomers={props.newcomers}
          timeZone={props.business.timezone}
          figures={
            <ShortAverage queueId={board.queueId} shop={props.business} />
          }
        />
      )}
      <AppointmentsCard {...props} undoPlace="strip" />
    </>
  );
}
