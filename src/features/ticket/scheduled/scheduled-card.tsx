/** The paper ticket of a booking: day and time above the tear, name and number below it. */
import { timeOf, zoneNote } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { ticket as strings } from "../../../strings/ticket";
import { appointmentDay, untilThen } from "./appointment-words";
import { TicketStub } from "../ticket-stub";
import type { Booking } from "../types";

export function ScheduledCard({
  ticket,
  bookedAt,
  then,
}: {
  ticket: Booking;
  bookedAt: number;
  /** What happens at that time. */
  then: string;
}) {
  const now = useNow("minute");
  const { timezone } = ticket;
  // In "10:30 AM" the digits are large, the rest is smaller.
  const [time = "", ...more] = timeOf(bookedAt, timezone).split(/\s/);
  const zone = zoneNote(bookedAt, timezone).trim();
  return (
    <div className="ticket-shadow">
      <section
        className="rounded-xl bg-surface ticket [--tear:calc(100%_-_7rem)]"
        aria-label={strings.scheduled.yours}
      >
        <div className="px-6 pt-5 pb-6 tab" aria-live="polite">
          <p className="text-ink-2">{strings.scheduled.for}</p>
          <p className="mt-1 text-xl font-bold">
            {appointmentDay(bookedAt, timezone)}
          </p>
          <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
            <span className="text-[min(5.5rem,21vw)] leading-[.95] num">
              {time}
            </span>{" "}
            <span className="text-2xl font-bold">{more.join(" ")}</span>
          </p>
          <p className="mt-4 text-base text-ink-2">
            {[zone, untilThen(bookedAt, now, timezone), then]
              .filter((part) => part !== "")
              .join(" ")}
          </p>
        </div>
        <TicketStub ticket={ticket} />
      </section>
    </div>
  );
}
