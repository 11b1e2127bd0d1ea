/** 'Scheduled Appointments': future bookings, a day at a time (product.md B10, B11). */
import { useQuery } from "convex/react";
import { CalendarClock, CalendarX, Mail } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { businessDay } from "../../../convex/business/rules/opening";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { useSendsMail } from "../../lib/server/use-sends-mail";
import { useNow } from "../../lib/time/use-now";
import { appointments as strings } from "../../strings/appointments";
import { number } from "../../strings/language/intl";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Select } from "../../ui/fields/select";
import { Menu } from "../../ui/menu";
import { passFocus } from "../../ui/pass-focus";
import { Bone, Skeleton } from "../../ui/skeleton";
import { bookingTime, dayName } from "./booking-time";
import type { Appointment, OpenAppointment, Surroundings } from "./types";
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
  if (found === undefined) return <Loading />;
  return (
    <ul className="mt-1 max-h-96 divide-y divide-line overflow-y-auto">
      {found.map((appointment) => (
        <Row
          key={appointment.ticketId}
          {...{ appointment, now, sendsMail, onOpen }}
          timeZone={shop.timezone}
          withQueue={queueId === null}
        />
      ))}
    </ul>
  );
}

/** Person, time and actions. */
function Row(props: {
  appointment: Appointment;
  now: number;
  timeZone: string;
  withQueue: boolean;
  sendsMail: boolean;
  onOpen: Props["onOpen"];
}) {
  const { appointment, now, timeZone, withQueue, sendsMail, onOpen } = props;
  const { letter, number, startsAt, queueName, email } = appointment;
  const ticket = ticketName(letter, number);
  const name = appointment.name ?? strings.guest;
  const desk = useAppointments();
  const open = (is: OpenAppointment["is"]) => () => onOpen({ is, appointment });
  const mailing = {
    label: strings.email,
    icon: Mail,
    onSelect: open("mailing"),
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="flex gap-x-1 font-bold" title={name}>
          <span className="tab">{ticket}</span>{" "}
          <span className="min-w-0 truncate" dir="auto">
            {name}
          </span>
        </p>
        <p className="text-sm text-ink-2 tab">
          {bookingTime(startsAt, now, timeZone)}
        </p>
        {email !== null && (
          <p className="truncate text-sm text-ink-2" title={email}>
            <bdi>{email}</bdi>
          </p>
        )}
        {withQueue && (
          <p className="truncate text-left text-sm text-ink-2" dir="auto">
            {queueName}
          </p>
        )}
      </div>
      <div className="ml-auto flex gap-1">
        <Button
          // The action removes the row.
          ref={passFocus}
          className="px-3"
          aria-label={`${strings.callNow} ${ticket} ${name}`}
          onClick={() => void desk.callNow(appointment)}
        >
          {strings.callNow}
        </Button>
        <Menu
          label={strings.more(ticket)}
          items={[
            {
              label: strings.move,
              icon: CalendarClock,
              onSelect: open("moving"),
            },
            ...(sendsMail ? [mailing] : []),
            {
              label: strings.cancel,
              icon: CalendarX,
              danger: true,
              onSelect: open("cancelling"),
            },
          ]}
        />
      </div>
    </li>
  );
}
