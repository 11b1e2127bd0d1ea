/** "Move booking": another time of the same queue. The number stays. */
import type { CustomerRefusal } from "../../../../convex/base/rules/refusals";
import type { SlotPicker } from "../../../lib/slot-picker";
import { useFreshness } from "../../../lib/server/connection";
import { useMove } from "../../../lib/use-move";
import { customers } from "../../../strings/customers";
import { everyone } from "../../../strings/everyone";
import { refusalIn, refusalText } from "../../../strings/refusals/customer";
import { ticket as strings } from "../../../strings/ticket";
import { Button } from "../../../ui/button";
import { OfflineBanner } from "../../../ui/live";
import { Dialog } from "../../../ui/windows/dialog";
import { appointment } from "./appointment-words";
import { useMoveBooking, type Holder } from "../holder";
import type { Booking, Profile } from "../types";

export function MoveDialog(props: {
  ticket: Booking;
  bookedAt: number;
  holder: Holder;
  profile: Profile;
  picker: SlotPicker;
  /** @param startsAt the new time, epoch ms */
  onMoved: (startsAt: number) => void;
  onClose: () => void;
}) {
  const { ticket, bookedAt, holder, profile } = props;
  const { picker: Picker, onMoved, onClose } = props;
  const move = useMoveBooking(holder);
  const { live } = useFreshness();
  const choice = useMove({
    booked: { at: bookedAt, shop: profile },
    words: {
      pick: customers.join.selectSlot,
      gone: customers.join.slotTaken,
    },
    move: async (startsAt) => {
      try {
        const answer = await move(startsAt);
        if (!answer.ok) return whyNot(answer);
        onMoved(startsAt);
        return null;
      } catch (failure) {
        const refused = refusalIn(failure);
        return refused === null
          ? customers.join.slotNotChecked
          : whyNot(refused);
      }
    },
    onClose,
  });

  return (
    <Dialog
      onClose={onClose}
      title={strings.scheduled.moveTitle}
      description={strings.scheduled.moveFrom(
        appointment(bookedAt, ticket.timezone),
      )}
    >
      <div className="overflow-y-auto px-4 pb-4 md:px-6">
        {!live && <OfflineBanner />}
        <Picker shop={profile} queueId={ticket.queueId} {...choice.picker} />
      </div>
      <div className="flex flex-wrap gap-3 border-t border-line px-4 py-4 *:flex-1 md:px-6">
        <Button size="lg" onClick={onClose}>
          {strings.scheduled.keepTime}
        </Button>
        <Button
          variant="primary"
          size="lg"
          busy={choice.busy}
          disabled={!live}
          busyText={everyone.processing}
          onClick={choice.confirm}
        >
          {strings.scheduled.moveTitle}
        </Button>
      </div>
    </Dialog>
  );
}

/** The day is full for the network that booked: another connection now would not help. */
function whyNot(refused: CustomerRefusal): string {
  return refused.code === "tooManyHeld"
    ? strings.scheduled.dayHeld
    : refusalText(refused);
}
