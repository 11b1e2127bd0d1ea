/** What a page may do only inside a tap. Loaded with the ticket. */
import { unlockSound } from "./sound";

/** A mouse allows sound when it is pressed, a finger when it is lifted (https://html.spec.whatwg.org/#activation-triggering-input-event). */
const TAPS = ["pointerdown", "pointerup", "click", "keydown"] as const;

/** Runs `work` in each tap. Returns a function that stops it. */
export function onEachTap(work: () => void): () => void {
  for (const tap of TAPS) window.addEventListener(tap, work);
  return () => {
    for (const tap of TAPS) window.removeEventListener(tap, work);
  };
}

/** For pages that were reloaded while waiting. */
export const unlockSoundOnTap = () => onEachTap(unlockSound);
