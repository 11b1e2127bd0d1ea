/** The display's voice. Off until a tap, which most browsers require for sound; the choice is remembered. */
import { newListeners } from "../../lib/listeners";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { pageLocale } from "../../strings/language/language";

/**
 * wanted: it was on before the page load, and may not sound yet. missing: it is on, but the browser does not speak, so
 * calls have only their chime.
 */
export type Voice = "off" | "wanted" | "on" | "missing";

/** A voice that does not start within this time must not hold up the calls. */
const START_MS = 3_000;

/** A voice that never reports its end must block neither the next call nor its voice. */
const LONGEST_MS = 15_000;

let voice: Voice =
  readStored(storageKeys.boardVoice) === "on" ? "wanted" : "off";
const listeners = newListeners();
/** Keeps a reference: browsers garbage-collect an utterance and then never report its end. */
let spoken: SpeechSynthesisUtterance | null = null;

export const onVoiceChange = listeners.subscribe;

export function currentVoice(): Voice {
  return voice;
}

export function isVoiceOn(): boolean {
  return voice === "on" || voice === "missing";
}

function setVoice(next: Voice): void {
  voice = next;
  listeners.notify();
}

/** Switch on only inside a tap. */
export function switchVoice(on: boolean): void {
  writeStored(storageKeys.boardVoice, on ? "on" : null);
  setVoice(on ? "on" : "off");
  if (!on && "speechSynthesis" in window) window.speechSynthesis.cancel();
}

/** After a reload it may sound without a tap. */
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

export function say(text: string): Promise<void> {
  if (!isVoiceOn()) return Promise.resolve();
  if (!("speechSynthesis" in window)) {
    setVoice("missing");
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = pageLocale();
    let timer = window.setTimeout(() => {
      if (isVoiceOn()) setVoice("missing");
      giveUp();
    }, START_MS);
    utterance.onstart = () => {
      if (voice === "missing") setVoice("on");
      window.clearTimeout(timer);
      timer = window.setTimeout(giveUp, LONGEST_MS);
    };
    utterance.onend = end;
    utterance.onerror = end;
    spoken = utterance;
    window.speechSynthesis.speak(utterance);

    function giveUp(): void {
      // Browsers keep all later ones behind it.
      window.speechSynthesis.cancel();
      end();
    }

    function end(): void {
      window.clearTimeout(timer);
      if (spoken === utterance) spoken = null;
      resolve();
    }
  });
}
