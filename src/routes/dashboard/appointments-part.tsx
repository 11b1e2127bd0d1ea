/** 'Scheduled Appointments' on the dashboard: loaded after the desk; its windows beside the layouts, with the calendar of bookings for moving one. */
import { late } from "../../lib/late";
import type { SlotPicker } from "../../lib/slot-picker";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import type { OpenAppointment } from "../../features/appointments/types";
import type { UndoPlace } from "../../features/desk/types";
import type { WorkplaceProps } from "./types";

const appointments = late(
  () => import("../../features/appointments/appointments"),
);
const appointmentWindow = late(
  () => import("../../features/appointments/appointment-window"),
);
const slotPicker = late(() => import("../../features/booking/slot-picker"));

/** Whether the layout offers Undo for the picked queue by itself. */
const undoElsewhere = (queue: WorkplaceProps["queue"], place: UndoPlace) =>
  place === "strip" && queue !== null;

/** @param undoPlace where the layout offers Undo for the picked queue */
export function AppointmentsPart({
  business,
  queue,
  freshness,
  openAppointment,
  undoPlace,
}: WorkplaceProps & { undoPlace: UndoPlace }) {
  return (
    <CardBoundary key={queue?.queueId}>
      <appointments.Screen
        queueId={queue?.queueId ?? null}
        timeZone={business.timezone}
        disabled={!freshness.live}
        undoElsewhere={undoElsewhere(queue, undoPlace)}
        onOpen={openAppointment}
        fallback={<Bone className="h-24 rounded-lg" />}
      />
    </CardBoundary>
  );
}

/** Mounted while one is open. */
export function AppointmentWindowPart({
  business,
  queue,
  openAppointment,
  undoPlace,
  open,
}: WorkplaceProps & { undoPlace: UndoPlace; open: OpenAppointment }) {
  return (
    <appointmentWindow.Screen
      open={open}
      onClose={() => openAppointment(null)}
      businessId={business.businessId}
      timeZone={business.timezone}
      picker={Picker}
      undoElsewhere={undoElsewhere(queue, undoPlace)}
      fallback={null}
    />
  );
}

const Picker: SlotPicker = (props) => (
  <slotPicker.Screen {...props} fallback={<Bone className="h-96" />} />
);
