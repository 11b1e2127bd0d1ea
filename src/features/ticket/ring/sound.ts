/** The sound of a call, made of tones, so no file must load on a bad network. */
import { Listeners } from "../../../lib/listeners";

const BELL_MS = 1_200;

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

export function canSound(): boolean {
  return typeof AudioContext === "undefined" || context?.state === "running";
}

/** Whether a call would be heard now. False where there is no sound at all. */
export function isAudible(): boolean {
  return context?.state === "running";
}

/** Notifies when that changes. Returns a function that stops it. */
export const onSoundChange = listeners.subscribe;

/** Two rising tones, twice, then a ding. Silent while sound is locked. */
export function playCall(): void {
  const audio = context;
  if (audio === undefined || audio.state !== "running") return;
  const start = audio.currentTime;
  for (const at of [0, 0.5]) {
    tone(audio, 880, start + at, 0.16, "triangle");
    tone(audio, 1174.7, start + at + 0.17, 0.22, "triangle");
  }
  tone(audio, 1568, start + 1.1, 1.2, "sine");
  tone(audio, 3136, start + 1.1, 0.6, "sine");
}

/** Two low, quiet tones, to make the customer look at the phone. */
export function playSoon(): void {
  const audio = context;
  if (audio === undefined || audio.state !== "running") return;
  tone(audio, 587.3, audio.currentTime, 0.3, "sine", 0.2);
  tone(audio, 784, audio.currentTime + 0.22, 0.5, "sine", 0.2);
}

/** Two falling tones before an announcement. Resolves when they have faded, or at once without sound. */
export function playBell(): Promise<void> {
  const audio = context;
  if (audio === undefined || audio.state !== "running") {
    return Promise.resolve();
  }
  tone(audio, 659.3, audio.currentTime, 0.9, "sine");
  tone(audio, 523.3, audio.currentTime + 0.45, 1.1, "sine");
  return new Promise((resolve) => window.setTimeout(resolve, BELL_MS));
}

/** One tone that starts at once and fades. Frequency in Hz, times in seconds, loudness up to 1. */
function tone(
  audio: AudioContext,
  frequency: number,
  at: number,
  length: number,
  type: OscillatorType,
  loudness = 0.6,
): void {
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loudness, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.05);
}
