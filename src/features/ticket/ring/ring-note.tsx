/** How this phone will ring at the call, as far as that is true now. */
import { BellRing } from "lucide-react";
import { useSyncExternalStore } from "react";
import { ticket as strings } from "../../../strings/ticket";
import { canVibrate } from "./ring";
import { canSound, onSoundChange } from "./sound";

/** @param live whether a call would reach this page */
export function RingNote({ live }: { live: boolean }) {
  const sounds = useSyncExternalStore(onSoundChange, canSound);
  return (
    <p className="mt-4 flex items-start gap-3 text-base text-ink-2">
      <BellRing
        className="mt-0.5 size-5 shrink-0 text-brand-text"
        aria-hidden="true"
      />
      <span>{wordsFor(live, sounds)}</span>
    </p>
  );
}

function wordsFor(live: boolean, sounds: boolean): string {
  const { cannotRing, tapFirst, keepOpen, keepOpenVibrating } = strings.waiting;
  if (!live) return cannotRing;
  if (!sounds) return tapFirst;
  return canVibrate() ? keepOpenVibrating : keepOpen;
}
