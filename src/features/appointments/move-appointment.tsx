/** "Move booking": another time of the same queue. The number stays. */
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { useFreshness } from "../../lib/server/connection";
import { useMove } from "../../lib/use-move";
import { useNow } from "../../lib/time/use-now";
import { appointments as strings } from "../../strings/appointments";
import { everyone } from "../../strings/everyone";
import { isolated } from "../../strings/language/intl";
import { Button } from "../../ui/button";
import { OfflineBanner } from "../../ui/live";
import { Dialog } from "../../ui/windows/dialog";
import { Bone, Skeleton } from "../../ui/skeleton";
import { bookingTime } from "./booking-time";
import type { Appointment, Surroundings } from "./types";
import { useAppointments } from "./use-appointments";

/** Rendered only while open. */
export function MoveAppointment(
  props: Surroundings & { appointment: Appointment; onClose: () => void },
) {
  const { appointment, businessId, shop: hours } = props;
  const { picker: Picker, onClose } = props;
  const { letter, number, name, startsAt, queueId } = appointment;
  const shop = useQuery(api.profile.businesses.publicProfile, { businessId });
  const { live } = useFreshness();
  const { move } = useAppointments();
  const now = useNow("minute");
  const choice = useMove({
    booked: { at: startsAt, shop: hours },
    words: { pick: strings.pickTime, gone: strings.refusals.slotTaken },
    move: (at) => move(appointment, at),
    onClose,
  });

  return (
    <Dialog
      onClose={onClose}
      title={strings.moveTitle}
      description={strings.moveFrom(
        ticketName(letter, number),
        isolated(name ?? strings.guest),
        bookingTime(startsAt, now, hours.timezone),
      )}
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-2 md:px-6">
        {!live && <OfflineBanner />}
        {shop ? (
          <Picker shop={shop} queueId={queueId} {...choice.picker} />
        ) : (
          <Skeleton label={strings.loadingTimes}>
            <Bone className="h-96" />
          </Skeleton>
        )}
      </div>
      <div className="grid grid-cols-2 gap-3 border-t border-line px-4 py-4 md:px-6">
        <Button size="lg" onClick={onClose}>
          {strings.keep}
        </Button>
        <Button
          variant="primary"
          size="lg"
          busy={choice.busy}
          busyText={everyone.processing}
          onClick={choice.confirm}
        >
          {strings.move}
        </Button>
      </div>
    </Dialog>
  );
}
