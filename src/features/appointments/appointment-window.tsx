/** The windows about one appointment. Separate from the card, which the dashboard's layouts remount. */
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { appointments as strings } from "../../strings/appointments";
import { isolated } from "../../strings/language/intl";
import { fieldOf } from "../../lib/read-form";
import { useNow } from "../../lib/time/use-now";
import { Confirm } from "../../ui/windows/confirm";
import { firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { FormWindow } from "../../ui/windows/form-window";
import { bookingTime } from "./booking-time";
import { MoveAppointment } from "./move-appointment";
import type { OpenAppointment, Surroundings } from "./types";
import { useAppointments } from "./use-appointments";

type Props = Surroundings & { open: OpenAppointment; onClose: () => void };

export default function AppointmentWindow(props: Props) {
  const { is, appointment } = props.open;
  if (is === "cancelling") return <CancelAppointment {...props} />;
  if (is === "mailing") return <EmailWindow {...props} />;
  return <MoveAppointment {...props} appointment={appointment} />;
}

function EmailWindow({ open: { appointment }, onClose }: Props) {
  const { setEmail } = useAppointments();
  const { letter, number, name, email } = appointment;
  const send = async (form: HTMLFormElement) => {
    const given = fieldOf(form, "email").trim();
    if (given === (email ?? "")) return null;
    return await setEmail(appointment, given === "" ? null : given);
  };
  return (
    <FormWindow
      title={strings.emailTitle(ticketName(letter, number))}
      description={<bdi>{name ?? strings.guest}</bdi>}
      verb={strings.save}
      send={send}
      onClose={onClose}
    >
      <Field
        label={strings.email}
        hint={strings.emailMeaning}
        optional
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        defaultValue={email ?? ""}
        {...firstFocus}
      />
    </FormWindow>
  );
}

function CancelAppointment({ open: { appointment }, shop, onClose }: Props) {
  const { cancel } = useAppointments();
  const now = useNow("minute");
  const name = isolated(appointment.name ?? strings.guest);
  const time = bookingTime(appointment.startsAt, now, shop.timezone);
  return (
    <Confirm
      open
      title={strings.cancelTitle}
      question={strings.cancelMeaning(
        ticketName(appointment.letter, appointment.number),
        name,
        time,
      )}
      verb={strings.cancel}
      stay={strings.keep}
      onConfirm={() => cancel(appointment)}
      onCancel={onClose}
    />
  );
}
