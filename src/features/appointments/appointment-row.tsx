/** One appointment: person, time and actions. */
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { CalendarClock, CalendarX, Mail } from "lucide-react";
import { appointments as strings } from "../../strings/appointments";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { passFocus } from "../../ui/pass-focus";
import { bookingTime } from "./booking-time";
import type { Appointment } from "./types";

export function AppointmentRow(props: {
  appointment: Appointment;
  now: number;
  timeZone: string;
  withQueue: boolean;
  onCallNow: () => void;
  onMove: () => void;
  onEmail: (() => void) | null;
  onCancel: () => void;
}) {
  const { appointment, now, timeZone, withQueue, onCallNow } = props;
  const { onMove, onEmail, onCancel } = props;
  const { letter, number, startsAt, queueName, email } = appointment;
  const ticket = ticketName(letter, number);
  const name = appointment.name ?? strings.guest;
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
          onClick={onCallNow}
        >
          {strings.callNow}
        </Button>
        <Menu
          label={strings.more(ticket)}
          items={[
            { label: strings.move, icon: CalendarClock, onSelect: onMove },
            ...(onEmail === null
              ? []
              : [{ label: strings.email, icon: Mail, onSelect: onEmail }]),
            {
              label: strings.cancel,
              icon: CalendarX,
              danger: true,
              onSelect: onCancel,
            },
          ]}
        />
      </div>
    </li>
  );
}
