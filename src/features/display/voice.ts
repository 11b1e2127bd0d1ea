/**
 * The board's voice: off until somebody taps, because most browsers let no page
 * sound before. The wish is remembered. A page that is loaded again tries to
 * sound without a tap, and asks for one where the browser refuses.
 */
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { pageLocale } from "../../strings/language/language";

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

/**
 * A voice that was on before the page was loaded is on again, if the browser lets a page sound without a tap.
 * @param unlock lets the page sound
 */
export function tryVoice(unlock: () => void): void {
  if (voice !== "wanted" || !("speechSynthesis" in window)) return;
  const silence = new SpeechSynthesisUtterance(" ");
  silence.volume = 0;
  silence.onstart = () => {
    unlock();
    switchVoice(true);
  };
  window.speechSynthesis.speak(silence);
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
