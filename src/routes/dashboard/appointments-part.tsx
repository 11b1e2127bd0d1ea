/** 'Scheduled Appointments' on the dashboard: loaded after the desk, with the calendar of bookings for moving one. */
import { late } from "../../lib/late";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import type { UndoPlace } from "../../features/desk/use-desk";
import type { WorkplaceProps } from "./types";

const appointments = late(
  () => import("../../features/appointments/appointments"),
);
const slotPicker = late(() => import("../../features/booking/slot-picker"));

/** @param undoPlace where the layout offers Undo for the picked queue */
export function AppointmentsPart({
  business,
  queue,
  freshness,
  undoPlace,
}: WorkplaceProps & { undoPlace: UndoPlace }) {
  return (
    <CardBoundary key={queue?.queueId}>
      <appointments.Screen
        queueId={queue?.queueId ?? null}
        businessId={business.businessId}
        timeZone={business.timezone}
        picker={Picker}
        disabled={!freshness.live}
        undoElsewhere={undoPlace === "strip" && queue !== null}
        fallback={<Bone className="h-24 rounded-lg" />}
      />
    </CardBoundary>
  );
}

function Picker(
  props: Omit<Parameters<typeof slotPicker.Screen>[0], "fallback">,
) {
  return <slotPicker.Screen {...props} fallback={<Bone className="h-96" />} />;
}
