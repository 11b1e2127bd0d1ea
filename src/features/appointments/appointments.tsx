/** 'Scheduled Appointments': bookings ahead, a day at a time. product.md B10, B11. */
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { dayKey } from "../../../convex/model/timezones";
import { useNow } from "../../lib/use-now";
import { appointments as texts } from "../../texts/appointments";
import { isolated, number } from "../../texts/intl";
import { Card } from "../../ui/card";
import { Confirm } from "../../ui/confirm";
import { Select } from "../../ui/select";
import { Bone, Skeleton } from "../../ui/skeleton";
import { AppointmentRow } from "./appointment-row";
import { bookingTime, dayName } from "./booking-time";
import { MoveAppointment } from "./move-appointment";
import type { Appointment, Surroundings } from "./types";
import { useAppointments } from "./use-appointments";

/** @param props.queueId null: of all queues together */
export default function Appointments(
  props: Surroundings & { queueId: string | null },
) {
  const { queueId, timeZone } = props;
  const now = useNow("minute");
  const today = dayKey(now, timeZone);
  const days = useQuery(api.appointments.days, { queueId, day: today });
  const [chosen, setChosen] = useState<string | null>(null);
  const day = days?.find((one) => one.day === chosen) ?? days?.[0];
  return (
    <Card title={texts.title}>
      {days === undefined && <Loading />}
      {days?.length === 0 && <p className="mt-1 text-ink-2">{texts.none}</p>}
      {days !== undefined && days.length > 1 && (
        <Select
          label={texts.day}
          hideLabel
          className="mt-3"
          value={day?.day}
          onChange={(event) => setChosen(event.target.value)}
        >
          {days.map((one) => (
            <option key={one.day} value={one.day}>
              {texts.choice(dayName(one.day, today), number(one.count))}
            </option>
          ))}
        </Select>
      )}
      {day !== undefined && <Day {...props} day={day.day} now={now} />}
    </Card>
  );
}

function Loading() {
  return (
    <Skeleton label={texts.loading} className="mt-3 grid gap-3">
      <Bone className="h-11" />
      <Bone className="h-11" />
    </Skeleton>
  );
}

type Open = { is: "moving" | "cancelling"; appointment: Appointment };

function Day({
  queueId,
  day,
  now,
  ...props
}: Surroundings & { queueId: string | null; day: string; now: number }) {
  const { timeZone, disabled } = props;
  const found = useQuery(api.appointments.ofDay, { queueId, day });
  const [open, setOpen] = useState<Open | null>(null);
  const desk = useAppointments(props.undoElsewhere);
  const close = () => setOpen(null);
  return (
    <>
      {found === undefined ? (
        <Loading />
      ) : (
        <ul className="mt-1 max-h-96 divide-y divide-line overflow-y-auto">
          {found.map((appointment) => (
            <AppointmentRow
              key={appointment.ticketId}
              appointment={appointment}
              now={now}
              timeZone={timeZone}
              withQueue={queueId === null}
              disabled={disabled}
              onCallNow={() => void desk.callNow(appointment)}
              onMove={() => setOpen({ is: "moving", appointment })}
              onCancel={() => setOpen({ is: "cancelling", appointment })}
            />
          ))}
        </ul>
      )}
      {open?.is === "moving" && (
        <MoveAppointment
          {...props}
          appointment={open.appointment}
          onMove={(startsAt) => desk.move(open.appointment, startsAt)}
          onClose={close}
        />
      )}
      {open?.is === "cancelling" && (
        <CancelAppointment
          appointment={open.appointment}
          time={bookingTime(open.appointment.startsAt, now, timeZone)}
          onCancel={() => desk.cancel(open.appointment)}
          onClose={close}
        />
      )}
    </>
  );
}

function CancelAppointment({
  appointment,
  time,
  onCancel,
  onClose,
}: {
  appointment: Appointment;
  time: string;
  onCancel: () => Promise<void>;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onCancel();
    onClose();
  };
  const name = isolated(appointment.name ?? texts.guest);
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
