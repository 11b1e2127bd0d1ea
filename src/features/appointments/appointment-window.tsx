/** The windows about one appointment: another time, or given up after a question. Apart from the card, which the dashboard's two layouts draw anew. */
import { useState } from "react";
import { appointments as texts } from "../../texts/appointments";
import { isolated } from "../../texts/intl";
import { useNow } from "../../lib/use-now";
import { Confirm } from "../../ui/confirm";
import { bookingTime } from "./booking-time";
import { MoveAppointment } from "./move-appointment";
import type { OpenAppointment, Surroundings } from "./types";
import { useAppointments } from "./use-appointments";

type Props = Surroundings & { open: OpenAppointment; onClose: () => void };

/** Mounted while it is open. */
export default function AppointmentWindow(props: Props) {
  const { open, onClose, undoElsewhere } = props;
  const { move } = useAppointments(undoElsewhere);
  if (open.is === "cancelling") return <CancelAppointment {...props} />;
  return (
    <MoveAppointment
      {...props}
      appointment={open.appointment}
      onMove={(startsAt) => move(open.appointment, startsAt)}
      onClose={onClose}
    />
  );
}

function CancelAppointment({
  open: { appointment },
  timeZone,
  undoElsewhere,
  onClose,
}: Props) {
  const { cancel } = useAppointments(undoElsewhere);
  const now = useNow("minute");
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await cancel(appointment);
    onClose();
  };
  const name = isolated(appointment.name ?? texts.guest);
  const time = bookingTime(appointment.startsAt, now, timeZone);
  return (
    <Confirm
      open
      title={texts.cancelTitle}
      question={texts.cancelMeaning(appointment.number, name, time)}
      verb={texts.cancel}
      stay={texts.keep}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
