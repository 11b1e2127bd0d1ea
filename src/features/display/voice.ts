/**
 * The board's voice: off until somebody taps, because no browser lets a page
 * sound before. The wish is remembered; a page that is loaded again needs one
 * tap more.
 */
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { pageLocale } from "../../texts/language";

/** wanted: it was on when the page was loaded, and may not sound yet. */
export type Voice = "off" | "wanted" | "on";

/** A voice that never says that it has ended does not hold up the next call. */
const LONGEST_MS = 15_000;

let voice: Voice =
  readStored(storageKeys.boardVoice) === "on" ? "wanted" : "off";
const listeners = new Set<() => void>();
/** Browsers forget an utterance that nobody holds, and never say that it ended. */
let spoken: SpeechSynthesisUtterance | null = null;

/** Tells when it is switched. Returns what ends that. */
export function onVoiceChange(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Whether calls are announced. */
export function currentVoice(): Voice {
  return voice;
}

/** On only inside a tap. */
export function switchVoice(on: boolean): void {
  voice = on ? "on" : "off";
  writeStored(storageKeys.boardVoice, on ? "on" : null);
  if (!on && "speechSynthesis" in window) window.speechSynthesis.cancel();
  listeners.forEach((notify) => notify());
}

/** Says it; resolves when that is done, or cannot be. */
export function say(text: string): Promise<void> {
  if (voice !== "on" || !("speechSynthesis" in window)) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = pageLocale();
    const timer = window.setTimeout(end, LONGEST_MS);
    utterance.onend = end;
    utterance.onerror = end;
    spoken = utterance;
    window.speechSynthesis.speak(utterance);

    function end(): void {
      window.clearTimeout(timer);
      if (spoken === utterance) spoken = null;
      resolve();
    }
  });
}
