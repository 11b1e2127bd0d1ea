/** Whether this page may sound, which browsers allow only after a tap. What it plays is in tones.ts. */
import { Listeners } from "../../../lib/listeners";

let context: AudioContext | undefined;
const listeners = new Listeners();

/** Browsers allow sound only after a tap, so call this inside one. */
export function unlockSound(): void {
  try {
    if (context === undefined) {
      context = new AudioContext();
      context.onstatechange = listeners.notify;
    }
    void context.resume().catch(() => undefined);
  } catch {
    // No sound in this browser.
  }
}

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

/** What a call would be heard from now; null while sound is locked, and where there is none at all. */
export function audible(): AudioContext | null {
  return context?.state === "running" ? context : null;
}

export function canSound(): boolean {
  return typeof AudioContext === "undefined" || audible() !== null;
}

/** Notifies when that changes. Returns a function that stops it. */
export const onSoundChange = listeners.subscribe;
