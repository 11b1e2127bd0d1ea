/**
 * The display's voice. Off until a tap, which most browsers require for sound. The choice is remembered. After a reload
 * it tries without a tap, and asks for one if refused.
 */
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { pageLocale } from "../../strings/language/language";

/** wanted: it was on before the page load, and may not sound yet. */
export type Voice = "off" | "wanted" | "on";

/** A voice that never reports its end must not block the next call. */
const LONGEST_MS = 15_000;

let voice: Voice =
  readStored(storageKeys.boardVoice) === "on" ? "wanted" : "off";
const listeners = new Set<() => void>();
/** Keeps a reference: browsers garbage-collect an utterance and then never report its end. */
let spoken: SpeechSynthesisUtterance | null = null;

/** Notifies when it is switched. Returns a function that stops it. */
export function onVoiceChange(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Whether calls are announced. */
export function currentVoice(): Voice {
  return voice;
}

/** Switch on only inside a tap. */
export function switchVoice(on: boolean): void {
  voice = on ? "on" : "off";
  writeStored(storageKeys.boardVoice, on ? "on" : null);
  if (!on && "speechSynthesis" in window) window.speechSynthesis.cancel();
  listeners.forEach((notify) => notify());
}

/**
 * Turns a previously used voice on again, if the browser allows sound without a tap.
 * @param unlock unlocks sound
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

/** Speaks a text; resolves when that is done, or impossible. */
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
