/** 'Scheduled Appointments'. Texts: specification, owner part §2. */
import { useNow } from "../../lib/use-now";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { bookingTime } from "./booking-time";
import { nameOf, type Board } from "./types";
import type { Desk } from "./use-desk";

/** 'Call Now' puts a booking into the line; it calls nobody (decisions §1.2). */
export function ScheduledList({
  board,
  desk,
  timeZone,
}: {
  board: Board | null;
  desk: Desk;
  timeZone: string;
}) {
  const now = useNow("minute");
  const booked = board?.scheduled ?? [];
  const more = (board?.scheduledCount ?? 0) - booked.length;
  return (
    <Card title="Scheduled Appointments">
      {booked.length === 0 ? (
        <p className="mt-1 text-ink-2">
          {board === null
            ? "Pick a queue to see its appointments"
            : "No upcoming appointments"}
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {booked.map((person) => (
            <li key={person.ticketId} className="flex items-center gap-3 py-3">
              <div className="min-w-0 flex-1">
                <p className="truncate font-bold" title={nameOf(person)}>
                  <span className="tab">#{person.number}</span>{" "}
                  <span dir="auto">{nameOf(person)}</span>
                </p>
                {person.scheduledTime !== null && (
                  <p className="text-sm text-ink-2 tab">
                    {bookingTime(person.scheduledTime, now, timeZone)}
                  </p>
                )}
              </div>
              <Button
                aria-label={`Call Now #${person.number} ${nameOf(person)}`}
                onClick={() => desk.move("callNow", person)}
              >
                Call Now
              </Button>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="pt-2 text-sm font-medium text-ink-2 tab">{more} more</p>
      )}
    </Card>
  );
}
