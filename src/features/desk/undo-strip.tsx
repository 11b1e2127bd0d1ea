/** The newest action with Undo, above the phone's dock, for ten seconds. */
import { Undo2 } from "lucide-react";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { useNow } from "../../lib/time/use-now";
import {
  dashboard as strings,
  doneOrEndedText,
  didNotComeText,
} from "../../strings/dashboard";
import { passFocus } from "../../ui/pass-focus";
import type { Board } from "./types";
import type { Desk } from "./use-desk";

const action =
  "inline-flex min-h-11 shrink-0 items-center gap-2 rounded-md px-3 font-bold text-brand-text active:bg-pressed";

/** Follows the queue, not this device: anyone at the desk can undo it. */
export function UndoStrip({
  offer,
  letter,
  desk,
}: {
  offer: Board["undo"];
  letter: Board["letter"];
  desk: Desk;
}) {
  const now = useNow("second");
  const stands = offer !== null && offer.expiresAt > now;
  const assumed = offer?.assumed ?? [];
  // Always rendered: screen readers announce only changes in an existing region.
  return (
    <div role="status">
      {stands && (
        <div className="flex arrive flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-1.5">
          <p className="min-w-0 truncate font-semibold tab">
            {doneOrEndedText(offer.code, letter, offer.number, assumed)}
          </p>
          <div className="-mr-3 ml-auto flex flex-wrap justify-end">
            {assumed.map((person) => (
              <button
                key={person.ticketId}
                ref={passFocus}
                type="button"
                onClick={() => desk.move("notHere", person)}
                className={action}
              >
                {didNotComeText(
                  ticketName(letter, person.number),
                  assumed.length,
                )}
              </button>
            ))}
            <button
              ref={passFocus}
              type="button"
              onClick={() => desk.undo(offer.eventId, offer.number)}
              className={action}
            >
              <Undo2 className="size-5" aria-hidden="true" />
              {strings.desk.undo}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
