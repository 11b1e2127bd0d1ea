/** What is under the counter above 640 px, and a phone's Overview. */
import type { ReactNode } from "react";
import { Figures } from "../../features/analytics/figures";
import { QueueSelect } from "../../features/queues/queue-select";
import { QueueStatus } from "../../features/queues/queue-status";
import type { Part } from "../../features/shell/places";
import { CardBoundary } from "../../ui/card-boundary";
import {
  AppointmentsCard,
  CalendarCard,
  FeedCard,
  JoinCard,
  LiveDataCard,
  SmsCard,
} from "./cards";
import { isLost, type WorkplaceProps } from "./types";

/** What the menu leads to. The card that it holds may come later. */
export function Section({ id, children }: { id: Part; children: ReactNode }) {
  return (
    <div id={id} className="min-w-0 scroll-my-4 rounded-lg outline-none">
      {children}
    </div>
  );
}

/** Kept in two columns as wide as they need: 7 to 5. */
const columns =
  "grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[50rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]";

export function Sections(props: WorkplaceProps) {
  return (
    <div className="@container snap-start p-4 low:snap-none">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <LiveFigures {...props} />
        <div className={columns}>
          <Section id="queue-analytics">
            <LiveDataCard {...props} />
          </Section>
          <Section id="queue-status">
            <Status {...props} />
          </Section>
        </div>
        <div className={columns}>
          <AppointmentsCard {...props} />
          <JoinCard {...props} />
        </div>
        <div className={columns}>
          <Section id="sms-settings">
            <SmsCard {...props} />
          </Section>
          <Section id="calendar-settings">
            <Calendars {...props} />
          </Section>
        </div>
      </div>
    </div>
  );
}

export function Overview(props: WorkplaceProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      {props.queuesFailed}
      {!isLost(props) && (
        <QueueSelect
          queues={props.queues}
          selection={props.selection}
          onSelect={props.onSelect}
        />
      )}
      <LiveFigures {...props} />
      <JoinCard {...props} />
      <Section id="queue-analytics">
        <LiveDataCard {...props} />
      </Section>
      <Section id="queue-status">
        <Status {...props} />
      </Section>
      <AppointmentsCard {...props} />
    </div>
  );
}

/** Google's calendar, and the address for other programs. */
export function Calendars({ business }: Pick<WorkplaceProps, "business">) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CalendarCard business={business} />
      <FeedCard business={business} />
    </div>
  );
}

function LiveFigures({ queue, business, freshness }: WorkplaceProps) {
  return (
    <CardBoundary>
      <Figures
        queueId={queue?.queueId ?? null}
        shop={business}
        stale={!freshness.live}
      />
    </CardBoundary>
  );
}

function Status({ queues, selection, business }: WorkplaceProps) {
  return <QueueStatus queues={queues} selection={selection} shop={business} />;
}
