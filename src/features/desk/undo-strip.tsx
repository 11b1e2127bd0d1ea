/** The newest action with its Undo, right above the phone's dock, for ten seconds. */
import { Undo2 } from "lucide-react";
import { useNow } from "../../lib/use-now";
import { dashboard as texts, doneText } from "../../texts/dashboard";
import { passFocus } from "../../ui/pass-focus";
import type { Board } from "./types";
import type { Desk } from "./use-desk";

/** Follows the queue and not this device: whoever stands at the counter can take it back. */
export function UndoStrip({
  offer,
  desk,
}: {
  offer: Board["undo"];
  desk: Desk;
}) {
  const now = useNow("second");
  const stands = offer !== null && offer.expiresAt > now;
  // Always there, because only a change in a region that is there is spoken.
  return (
    <div role="status">
      {stands && (
        <div className="flex arrive items-center justify-between gap-3 border-b border-line px-4 py-1.5">
          <p className="min-w-0 truncate font-semibold tab">
            {doneText(offer.code, offer.number)}
          </p>
          <button
            ref={passFocus}
            type="button"
            onClick={() => desk.undo(offer.eventId)}
            className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-md px-3 font-bold text-brand-text active:bg-pressed"
          >
            <Undo2 className="size-5" aria-hidden="true" />
            {texts.desk.undo}
          </button>
        </div>
      )}
    </div>
  );
}
