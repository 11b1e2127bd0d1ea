/** 'Scheduled Appointments'. */
import { useNow } from "../../lib/use-now";
import { dashboard } from "../../texts/dashboard";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { bookingTime } from "./booking-time";
import { nameOf, type Board } from "./types";
import type { Desk } from "./use-desk";

const { appointments: texts } = dashboard;

/** 'Call Now' puts a booking into the line; it calls nobody (product.md B4). */
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
    <Card title={texts.title}>
      {booked.length === 0 ? (
        <p className="mt-1 text-ink-2">
          {board === null ? texts.pickToSee : texts.none}
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
                aria-label={`${texts.callNow} #${person.number} ${nameOf(person)}`}
                onClick={() => desk.move("callNow", person)}
              >
                {texts.callNow}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="pt-2 text-sm font-medium text-ink-2 tab">
          {texts.more(more)}
        </p>
      )}
    </Card>
  );
}
