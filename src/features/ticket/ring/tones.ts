/** The sound of a call, made of tones, so no file must load on a bad network. Silent while sound is locked. */
import { audible } from "./sound";

const BELL_MS = 1_200;

/** Two rising tones, twice, then a ding. */
export function playCall(): void {
  for (const at of [0, 0.5]) {
    tone(880, at, 0.16, "triangle");
    tone(1174.7, at + 0.17, 0.22, "triangle");
  }
  tone(1568, 1.1, 1.2);
  tone(3136, 1.1, 0.6);
}

/** Two low, quiet tones, to make the customer look at the phone. */
export function playSoon(): void {
  tone(587.3, 0, 0.3, "sine", 0.2);
  tone(784, 0.22, 0.5, "sine", 0.2);
}

/** Two falling tones before an announcement. Resolves when they have faded, or at once without sound. */
export async function playBell(): Promise<void> {
  if (audible() === null) return;
  tone(659.3, 0, 0.9);
  tone(523.3, 0.45, 1.1);
  await new Promise((resolve) => window.setTimeout(resolve, BELL_MS));
}

/** One tone that starts at once and fades. Frequency in Hz, times in seconds from now, loudness up to 1. */
function tone(
  frequency: number,
  after: number,
  length: number,
  type: OscillatorType = "sine",
  loudness = 0.6,
): void {
  const audio = audible();
  if (audio === null) return;
  const at = audio.currentTime + after;
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
