/** The dashboard's cards and windows that load on demand, one row each. */
import { memo, type ComponentType, type ReactNode } from "react";
import { plans } from "../../../convex/base/rules/plans";
import type { OpenAppointment } from "../../features/appointments/types";
import type { Person } from "../../features/desk/types";
import type { Business } from "../../features/shell/types";
import { onDemand } from "../../lib/on-demand";
import type { SlotPicker } from "../../lib/slot-picker";
import { dashboard as strings } from "../../strings/dashboard";
import { shell } from "../../strings/shell";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { WhenSeen } from "../../ui/when-seen";
import { useConfirmFirst } from "./confirm-first";
import type { WorkplaceProps } from "./types";

function cardOnDemand<Props extends object>(
  height: string,
  fetchFile: () => Promise<{ default: ComponentType<Props> }>,
) {
  const card = onDemand(fetchFile);
  const room = <Bone className={`${height} rounded-lg`} />;
  // The dashboard is drawn anew with each call.
  return memo(function CardOnDemand(props: Props): ReactNode {
    return (
      <CardBoundary>
        <WhenSeen room={room}>
          <card.Screen {...props} fallback={room} />
        </WhenSeen>
      </CardBoundary>
    );
  });
}

const CalendarOnDemand = cardOnDemand(
  "h-52",
  () => import("../../features/calendar/calendar-card"),
);
const FeedOnDemand = cardOnDemand(
  "h-56",
  () => import("../../features/calendar/feed-card"),
);
const SmsOnDemand = cardOnDemand(
  "h-96",
  () => import("../../features/messages/sms-card"),
);
const LiveDataOnDemand = cardOnDemand(
  "h-88",
  () => import("../../features/analytics/live-data"),
);
// Contains a QR encoder.
const JoinOnDemand = cardOnDemand(
  "h-52",
  () => import("../../features/sharing/join-card"),
);
const figures = onDemand(() => import("../../features/analytics/figures"));
const queueStatus = onDemand(
  () => import("../../features/queues/queue-status"),
);
const appointments = onDemand(
  () => import("../../features/appointments/appointments"),
);
/** Ahead, for a phone's Overview, and for one that is turned without a connection. */
export const loadOverview = async () =>
  void (await Promise.all([
    figures.load(),
    queueStatus.load(),
    appointments.load(),
  ]));
const appointmentWindow = onDemand(
  () => import("../../features/appointments/appointment-window"),
);
const messageWindow = onDemand(
  () => import("../../features/messages/message-window"),
);
const noQueues = onDemand(() => import("../../features/queues/no-queues"));
const slotPicker = onDemand(() => import("../../features/booking/slot-picker"));

const Picker: SlotPicker = (props) => (
  <slotPicker.Screen {...props} fallback={<Bone className="h-96" />} />
);

type Of<Names extends keyof WorkplaceProps> = Pick<WorkplaceProps, Names>;

/** Google's calendar, and the address for other programs. */
export function Calendars({ business }: Of<"business">) {
  const confirmFirst = useConfirmFirst();
  const props = { timeZone: business.timezone, confirmFirst };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CalendarOnDemand {...props} />
      <div id="calendar-address">
        <FeedOnDemand {...props} />
      </div>
    </div>
  );
}

/** 'SMS Messaging'. A plan without texts shows what it lacks. */
export function SmsCard(props: Of<"queue" | "business" | "upgrade">) {
  const { queue, business, upgrade } = props;
  const confirmFirst = useConfirmFirst();
  return (
    <SmsOnDemand
      queue={queue}
      business={business}
      timeZone={business.timezone}
      confirmFirst={confirmFirst}
      canSend={business.subscription.isSubscribed}
      upgrade={
        upgrade && {
          label: shell.upgradeTo(plans[upgrade.to].label),
          start: upgrade.start,
        }
      }
    />
  );
}

export function FiguresCard(props: Of<"queue" | "business" | "freshness">) {
  const { queue, business, freshness } = props;
  return (
    <CardBoundary>
      <figures.Screen
        queueId={queue?.queueId ?? null}
        shop={business}
        stale={!freshness.live}
        fallback={<Bone className="h-49 rounded-lg sm:h-17" />}
      />
    </CardBoundary>
  );
}

export function StatusCard(props: Of<"queues" | "selection" | "business">) {
  const { queues, selection, business } = props;
  return (
    <queueStatus.Screen
      {...{ queues, selection }}
      shop={business}
      fallback={<Bone className="h-88 rounded-lg" />}
    />
  );
}

export function LiveDataCard({ queue, business }: Of<"queue" | "business">) {
  return (
    <LiveDataOnDemand
      queueId={queue?.queueId ?? null}
      timeZone={business.timezone}
    />
  );
}

export function JoinCard(props: Of<"business" | "newcomers">) {
  const { business, newcomers } = props;
  if (newcomers === null) {
    return (
      <Card title={strings.sharing.title}>
        <p className="mt-1 text-ink-2">
          {strings.sharing.nobodyNew(business.subscription.isOnHold)}
        </p>
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

/** In place of the list without a queue, or while none is open. After a lapse none can be made. */
export function NoQueues(props: Of<"queues" | "newcomers" | "onManageQueues">) {
  const { queues = [], newcomers, onManageQueues } = props;
  return (
    <noQueues.Screen
      canCreate={newcomers !== null}
      onManage={queues.length === 0 ? null : onManageQueues}
      fallback={<Bone className="h-96 rounded-lg" />}
    />
  );
}

/** 'Scheduled Appointments'. */
export function AppointmentsCard(
  props: Of<"business" | "queue" | "openAppointment">,
) {
  const { business, queue, openAppointment } = props;
  return (
    <CardBoundary key={queue?.queueId}>
      <appointments.Screen
        queueId={queue?.queueId ?? null}
        shop={business}
        onOpen={openAppointment}
        fallback={<Bone className="h-24 rounded-lg" />}
      />
    </CardBoundary>
  );
}

export function AppointmentWindow(
  props: Of<"business" | "openAppointment"> & { open: OpenAppointment },
) {
  const { business, openAppointment, open } = props;
  return (
    <appointmentWindow.Screen
      open={open}
      onClose={() => openAppointment(null)}
      businessId={business.businessId}
      shop={business}
      picker={Picker}
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
  const { phone } = to;
  if (phone === null) return null;
  return (
    <messageWindow.Screen
      to={{ ...to, phone }}
      queue={queue}
      business={business}
      onClose={onClose}
      fallback={null}
    />
  );
}
