/** The dashboard above 640 px. */
import { ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import { dashboard as strings } from "../../strings/dashboard";
import { Figures } from "../../features/analytics/figures";
import { CrowdNotice } from "../../features/desk/people/crowd-notice";
import { DeskCard } from "../../features/desk/desk-card";
import { KeptNotice } from "../../features/desk/outbox/kept-notice";
import { NotServedNotice } from "../../features/desk/people/not-served-notice";
import { OnDuty } from "../../features/desk/queue/on-duty";
import { PauseNotice } from "../../features/desk/queue/pause-queue";
import { ResetQueue } from "../../features/desk/queue/reset-queue";
import { WaitingTable } from "../../features/desk/people/waiting-table";
import { PickQueue } from "../../features/queues/pick-queue";
import { QueueSelect } from "../../features/queues/queue-select";
import { QueueStatus } from "../../features/queues/queue-status";
import { CutBanner } from "../../features/shell/connection-note";
import { WideShell } from "../../features/shell/wide-shell";
import { Button } from "../../ui/button";
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

export function WideDashboard(props: WorkplaceProps) {
  const { business, freshness, queues, selection } = props;
  return (
    <WideShell
      business={business}
      live={freshness.live}
      onManageQueues={props.onManageQueues}
      planActions={props.planActions}
      onSignOutEverywhere={props.onSignOutEverywhere}
    >
      <CutBanner freshness={freshness} timeZone={business.timezone} />
      <KeptNotice outbox={props.outbox} live={freshness.live} />
      {props.notice}
      <div className="flex flex-wrap items-end gap-3">
        {!isLost(props) && (
          <QueueSelect
            queues={queues}
            selection={selection}
            onSelect={props.onSelect}
            className="max-w-96 min-w-0 flex-[1_1_15rem]"
          />
        )}
        {queues?.length !== 0 && (
          <Button size="field" icon={ListChecks} onClick={props.onManageQueues}>
            {strings.queues.manage}
          </Button>
        )}
        <div className="ml-auto">
          <CardBoundary key={selection}>
            <OnDuty
              queueId={props.queue?.queueId ?? null}
              undoPlace="toast"
              disabled={!freshness.live}
            />
          </CardBoundary>
        </div>
      </div>
      <CardBoundary>
        <Figures
          queueId={props.queue?.queueId ?? null}
          shop={business}
          stale={!freshness.live}
        />
      </CardBoundary>
      {/* Its width depends on the sidebar, which the window's width does not show. */}
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @min-[56rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] @min-[56rem]:grid-rows-[auto_1fr]">
          <CardBoundary key={selection} onAgain={props.onAgain}>
            <CounterColumn {...props} />
          </CardBoundary>
          {/* Columns instead of a grid, because stacked cards have different heights. */}
          <div className="-mb-5 gap-5 @min-[40rem]:columns-2 @min-[56rem]:row-span-2 @min-[56rem]:columns-1">
            <SideCard>
              <AppointmentsCard {...props} undoPlace="toast" />
            </SideCard>
            <SideCard>
              <JoinCard {...props} />
            </SideCard>
            <SideCard>
              <QueueStatus
                queues={queues}
                selection={selection}
                shop={business}
              />
            </SideCard>
          </div>
          <LiveDataCard {...props} />
        </div>
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 @min-[50rem]:grid-cols-2">
          <SmsCard {...props} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <CalendarCard {...props} />
            <FeedCard business={props.business} />
          </div>
        </div>
      </div>
    </WideShell>
  );
}

/** Padding inside: a margin would disappear at the end of a column. */
function SideCard({ children }: { children: ReactNode }) {
  return <div className="break-inside-avoid pb-5">{children}</div>;
}

function CounterColumn(props: WorkplaceProps) {
  const { queues } = props;
  const { board, desk, wait } = useCounter(props, "toast");
  if (queues?.length === 0) {
    return <NoQueues newcomers={props.newcomers} />;
  }
  if (isLost(props)) return props.queuesFailed;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {props.queuesFailed}
      <DeskCard
        board={board}
        desk={desk}
        reset={
          <ResetQueue
            hasQueue={props.queue !== null}
            desk={desk}
            disabled={!props.freshness.live || queues === undefined}
            onNoQueue={props.onNoQueue}
          />
        }
      />
      <PauseNotice board={board} business={props.business} undoPlace="toast" />
      <CrowdNotice board={board} desk={desk} />
      <NotServedNotice board={board} desk={desk} />
      {board === undefined && (
        <Skeleton label={strings.desk.loading} className="grid gap-3">
          <Bone className="h-12" />
          <Bone className="h-14" />
          <Bone className="h-14" />
        </Skeleton>
      )}
      {board === null && (
        <PickQueue queues={queues ?? []} onSelect={props.onSelect} />
      )}
      {board && (
        <WaitingTable
          board={board}
          desk={desk}
          wait={wait}
          newcomers={props.newcomers}
          timeZone={props.business.timezone}
          shop={props.business}
        />
      )}
    </div>
  );
}
