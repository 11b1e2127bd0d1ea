/** "Move booking": another time of the same queue; the number stays. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { dayKey } from "../../../convex/model/timezones";
import { customers, refusalIn, refusalText } from "../../texts/customers";
import { everyone } from "../../texts/everyone";
import { ticket as texts } from "../../texts/ticket";
import { Button } from "../../ui/button";
import { NativeDialog } from "../../ui/native-dialog";
import { appointment } from "./appointment-words";
import type { MovePicker, Profile, Slot, Ticket } from "./types";

/** Drawn only while it is open: the calendar is loaded for those who move. */
export function MoveDialog({
  ticket,
  bookedAt,
  secret,
  profile,
  picker: Picker,
  onClose,
}: {
  ticket: Ticket;
  bookedAt: number;
  secret: string;
  profile: Profile;
  picker: MovePicker;
  onClose: () => void;
}) {
  const move = useMutation(api.bookings.move);
  const [slot, setSlot] = useState<Slot>({
    day: dayKey(bookedAt, ticket.timezone),
    startsAt: null,
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const confirm = async () => {
    const { startsAt } = slot;
    if (startsAt === null) return setError(customers.join.selectSlot);
    setBusy(true);
    setError(null);
    try {
      const answer = await move({ secret, startsAt });
      if (answer.ok) return onClose();
      setError(refusalText(answer));
    } catch (failure) {
      const refused = refusalIn(failure);
      setError(
        refused === null ? customers.join.slotNotChecked : refusalText(refused),
      );
    }
    setBusy(false);
    setSlot({ ...slot, startsAt: null });
  };

  return (
    <NativeDialog
      open
      onClose={onClose}
      title={texts.scheduled.moveTitle}
      text={texts.scheduled.moveFrom(appointment(bookedAt, ticket.timezone))}
    >
      <div className="col-span-2">
        <Picker
          shop={profile}
          queueId={ticket.queueId}
          slot={slot}
          error={error}
          onPick={(next) => {
            setSlot(next);
            setError(null);
          }}
          onGone={() => {
            // Taken by this booking itself, most likely.
            if (busy) return;
            setSlot({ ...slot, startsAt: null });
            setError(customers.refusals.slotTaken);
          }}
        />
      </div>
      {/* In reach, however long the list of times is. */}
      <div className="sticky -bottom-6 col-span-2 -mb-6 grid grid-cols-2 gap-3 bg-surface pt-2 pb-6">
        <Button size="lg" onClick={onClose}>
          {texts.scheduled.keepTime}
        </Button>
        <Button
          variant="primary"
          size="lg"
          busy={busy}
          busyText={everyone.processing}
          onClick={() => void confirm()}
        >
          {texts.scheduled.move}
        </Button>
      </div>
    </NativeDialog>
  );
}
