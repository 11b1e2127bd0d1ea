/** What is under the counter above 640 px, and a phone's Overview. */
import type { ReactNode } from "react";
import { may } from "../../../convex/business/rules/roles";
import { QueueSelect } from "../../features/queues/queue-select";
import type { Part } from "../../features/shell/places";
import {
  AppointmentsCard,
  Calendars,
  FiguresCard,
  JoinCard,
  LiveDataCard,
  SmsCard,
  StatusCard,
} from "./cards";
import { isLost, type WorkplaceProps } from "./types";

/** What the menu leads to. The card that it holds may come later. */
export function Section({ id, children }: { id: Part; children: ReactNode }) {
  return (
    <div
      id={id}
      className="grid min-w-0 scroll-my-4 grid-cols-[minmax(0,1fr)] rounded-lg outline-none"
    >
      {children}
    </div>
  );
}

/** Kept in two columns as wide as they need: 7 to 5. */
const columns =
  "grid grid-cols-[minmax(0,1fr)] gap-4 @min-[50rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]";

export function Sections(props: WorkplaceProps) {
  const { role } = props.business;
  const owns = may(role, "ownShop");
  return (
    <div className="@container snap-start p-4 low:snap-none">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FiguresCard {...props} />
        <div className={columns}>
          <Section id="queue-analytics">
            <LiveDataCard {...props} />
          </Section>
          <Section id="queue-status">
            <StatusCard {...props} />
          </Section>
        </div>
        <div className={columns}>
          <AppointmentsCard {...props} />
          <JoinCard {...props} />
        </div>
        {may(role, "manageShop") && (
          <div className={owns ? `${columns} items-start` : undefined}>
            <Section id="sms-settings">
              <SmsCard {...props} />
            </Section>
            {owns && (
              <Section id="calendar-settings">
                <Calendars {...props} />
              </Section>
            )}
          </div>
        )}
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
      <FiguresCard {...props} />
      <JoinCard {...props} />
      <Section id="queue-analytics">
        <LiveDataCard {...props} />
      </Section>
      <Section id="queue-status">
        <StatusCard {...props} />
      </Section>
      <AppointmentsCard {...props} />
    </div>
  );
}
