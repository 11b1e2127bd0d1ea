/** Whether this page may sound, which browsers allow only after a tap. What it plays is in tones.ts. */
import { newListeners } from "../../../lib/listeners";

let context: AudioContext | undefined;
const listeners = newListeners();

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

/** What a call would be heard from now; null while sound is locked, and where there is none at all. */
export function audible(): AudioContext | null {
  return context?.state === "running" ? context : null;
}

export function canSound(): boolean {
  return typeof AudioContext === "undefined" || audible() !== null;
}

/** Notifies when that changes. Returns a function that stops it. */
export const onSoundChange = listeners.subscribe;
