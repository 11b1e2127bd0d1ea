/** The dashboard's cards and windows that load on demand, one row each. */
import type { ComponentType, ReactNode } from "react";
import { plans } from "../../../convex/base/rules/plans";
import type { OpenAppointment } from "../../features/appointments/types";
import type { Person, UndoPlace } from "../../features/desk/types";
import type { Business } from "../../features/shell/types";
import { onDemand } from "../../lib/on-demand";
import type { SlotPicker } from "../../lib/slot-picker";
import { dashboard as strings } from "../../strings/dashboard";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { WhenSeen } from "../../ui/when-seen";
import { useConfirmFirst } from "./confirm-first";
import type { WorkplaceProps } from "./types";

function cardOnDemand<Props extends object>(
  id: string,
  height: string,
  fetchFile: () => Promise<{ default: ComponentType<Props> }>,
) {
  const card = onDemand(fetchFile);
  const room = <Bone className={`${height} rounded-lg`} />;
  return function CardOnDemand(props: Props): ReactNode {
    return (
      <CardBoundary>
        <WhenSeen id={id} room={room}>
          <card.Screen {...props} fallback={room} />
        </WhenSeen>
      </CardBoundary>
    );
  };
}

const CalendarOnDemand = cardOnDemand(
  "calendar-room",
  "h-52",
  () => import("../../features/calendar/calendar-card"),
);
const FeedOnDemand = cardOnDemand(
  "feed-room",
  "h-56",
  () => import("../../features/calendar/feed-card"),
);
const SmsOnDemand = cardOnDemand(
  "sms-room",
  "h-96",
  () => import("../../features/messages/sms-card"),
);
const LiveDataOnDemand = cardOnDemand(
  "queue-analytics",
  "h-88",
  () => import("../../features/analytics/live-data"),
);
// Contains a QR encoder.
const JoinOnDemand = cardOnDemand(
  "public-join",
  "h-52",
  () => import("../../features/sharing/join-card"),
);
const appointments = onDemand(
  () => import("../../features/appointments/appointments"),
);
const appointmentWindow = onDemand(
  () => import("../../features/appointments/appointment-window"),
);
const messageWindow = onDemand(
  () => import("../../features/messages/message-window"),
);
const noQueues = onDemand(async () => ({
  default: (await import("../../features/queues/no-queues")).NoQueues,
}));
const slotPicker = onDemand(() => import("../../features/booking/slot-picker"));

const Picker: SlotPicker = (props) => (
  <slotPicker.Screen {...props} fallback={<Bone className="h-96" />} />
);

type Of<Names extends keyof WorkplaceProps> = Pick<WorkplaceProps, Names>;

export function CalendarCard({ business }: Of<"business">) {
  const confirmFirst = useConfirmFirst();
  return (
    <div id="calendar-settings" className="rounded-lg outline-none">
      <CalendarOnDemand
        timeZone={business.timezone}
        confirmFirst={confirmFirst}
      />
    </div>
  );
}

export function FeedCard({ business }: Of<"business">) {
  const confirmFirst = useConfirmFirst();
  return (
    <div id="calendar-address">
      <FeedOnDemand timeZone={business.timezone} confirmFirst={confirmFirst} />
    </div>
  );
}

/** 'SMS Messaging'. A plan without texts shows what it lacks. */
export function SmsCard({
  queue,
  business,
  planActions: { upgrade },
}: Of<"queue" | "business" | "planActions">) {
  const confirmFirst = useConfirmFirst();
  return (
    <div id="sms-settings" className="rounded-lg outline-none">
      <SmsOnDemand
        queue={queue}
        business={business}
        timeZone={business.timezone}
        confirmFirst={confirmFirst}
        upgrade={
          upgrade && {
            label: strings.plan.upgradeTo(plans[upgrade.to].label),
            start: upgrade.start,
          }
        }
      />
    </div>
  );
}

export function LiveDataCard({ queue, business }: Of<"queue" | "business">) {
  return (
    <LiveDataOnDemand
      id="queue-analytics"
      queueId={queue?.queueId ?? null}
      timeZone={business.timezone}
    />
  );
}

export function JoinCard(props: Of<"business" | "newcomers">) {
  const { business, newcomers } = props;
  if (newcomers === null) {
    return (
      <Card title={strings.sharing.title} id="public-join">
        <p className="mt-1 text-ink-2">{strings.sharing.nobodyNew}</p>
      </Card>
    );
  }
  return (
    <JoinOnDemand
      businessId={business.businessId}
      onShare={newcomers.showCode}
    />
  );
}

/** The whole dashboard of a business without a queue. After a lapse none can be made. */
export function NoQueues({ newcomers }: Of<"newcomers">) {
  return (
    <noQueues.Screen
      canCreate={newcomers !== null}
      fallback={<Bone className="h-96 rounded-lg" />}
    />
  );
}

/** Whether the layout offers Undo for the picked queue. */
const undoElsewhere = (queue: WorkplaceProps["queue"], place: UndoPlace) =>
  place === "strip" && queue !== null;

/** 'Scheduled Appointments'. @param undoPlace where the layout offers Undo for the picked queue */
export function AppointmentsCard(
  props: Of<"business" | "queue" | "freshness" | "openAppointment"> & {
    undoPlace: UndoPlace;
  },
) {
  const { business, queue, freshness, openAppointment, undoPlace } = props;
  return (
    <CardBoundary key={queue?.queueId}>
      <appointments.Screen
        queueId={queue?.queueId ?? null}
        shop={business}
        disabled={!freshness.live}
        undoElsewhere={undoElsewhere(queue, undoPlace)}
        onOpen={openAppointment}
        fallback={<Bone className="h-24 rounded-lg" />}
      />
    </CardBoundary>
  );
}

export function AppointmentWindow(
  props: Of<"business" | "queue" | "openAppointment"> & {
    undoPlace: UndoPlace;
    open: OpenAppointment;
  },
) {
  const { business, queue, openAppointment, undoPlace, open } = props;
  return (
    <appointmentWindow.Screen
      open={open}
      onClose={() => openAppointment(null)}
      businessId={business.businessId}
      shop={business}
      picker={Picker}
      undoElsewhere={undoElsewhere(queue, undoPlace)}
      fallback={null}
    />
  );
}

export function MessageWindow(props: {
  to: Person;
  queue: string;
  business: Business;
  onClose: () => void;
}) {
  const { to, queue, business, onClose } = props;
  const { ticketId, letter, number, name, phone } = to;
  if (phone === null) return null;
  return (
    <messageWindow.Screen
      to={{ ticketId, letter, number, name, phone }}
      queue={queue}
      business={business}
      onClose={onClose}
      fallback={null}
    />
  );
}
