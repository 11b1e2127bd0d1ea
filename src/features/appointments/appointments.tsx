/** 'Scheduled Appointments': future bookings, a day at a time (product.md B10, B11). */
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { businessDay } from "../../../convex/business/rules/opening";
import { useSendsMail } from "../../lib/server/use-sends-mail";
import { useNow } from "../../lib/time/use-now";
import { appointments as strings } from "../../strings/appointments";
import { number } from "../../strings/language/intl";
import { Card } from "../../ui/card";
import { Select } from "../../ui/fields/select";
import { Bone, Skeleton } from "../../ui/skeleton";
import { AppointmentRow } from "./appointment-row";
import { dayName } from "./booking-time";
import type { OpenAppointment, Surroundings } from "./types";
import { useAppointments } from "./use-appointments";

type Props = Pick<Surroundings, "shop"> & {
  /** null: all queues together */
  queueId: string | null;
  onOpen: (window: OpenAppointment) => void;
};

export default function Appointments(props: Props) {
  const { queueId, shop } = props;
  const now = useNow("minute");
  const today = businessDay(shop, now);
  const days = useQuery(api.booking.appointments.days, { queueId, day: today });
  const [chosen, setChosen] = useState<string | null>(null);
  const day = days?.find((one) => one.day === chosen) ?? days?.[0];
  return (
    <Card title={strings.title}>
      {days === undefined && <Loading />}
      {days?.length === 0 && <p className="mt-1 text-ink-2">{strings.none}</p>}
      {days !== undefined && days.length > 1 && (
        <Select
          label={strings.day}
          hideLabel
          className="mt-3"
          value={day?.day}
          options={days.map((one) => ({
            value: one.day,
            label: strings.choice(dayName(one.day, today), number(one.count)),
          }))}
          onPick={setChosen}
        />
      )}
      {day !== undefined && <Day {...props} day={day.day} now={now} />}
    </Card>
  );
}

function Loading() {
  return (
    <Skeleton label={strings.loading} className="mt-3 grid gap-3">
      <Bone className="h-11" />
      <Bone className="h-11" />
    </Skeleton>
  );
}

function Day(props: Props & { day: string; now: number }) {
  const { queueId, day, now, shop, onOpen } = props;
  const found = useQuery(api.booking.appointments.ofDay, { queueId, day });
  const sendsMail = useSendsMail();
  const desk = useAppointments();
  if (found === undefined) return <Loading />;
  return (
    <ul className="mt-1 max-h-96 divide-y divide-line overflow-y-auto">
      {found.map((appointment) => (
        <AppointmentRow
          key={appointment.ticketId}
          appointment={appointment}
          now={now}
          timeZone={shop.timezone}
          withQueue={queueId === null}
          onCallNow={() => void desk.callNow(appointment)}
          onMove={() => onOpen({ is: "moving", appointment })}
          onEmail={
            sendsMail ? () => onOpen({ is: "mailing", appointment }) : null
          }
          onCancel={() => onOpen({ is: "cancelling", appointment })}
        />
      ))}
    </ul>
  );
}
