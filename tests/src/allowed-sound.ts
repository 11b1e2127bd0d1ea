/** A page that may sound, as after a tap. */
import { vi } from "vitest";
import { unlockSoundOnTap } from "../../src/features/ticket/ring/taps.ts";

/** Lifts a finger, which is what allows sound; touching does not. Sound stays allowed for the rest of the file. */
export function allowSound(): void {
  vi.stubGlobal("AudioContext", RunningAudio);
  const stop = unlockSoundOnTap();
  window.dispatchEvent(new Event("pointerup"));
  stop();
}

/** Sound that is allowed, and nobody hears. */
class RunningAudio {
  readonly state = "running";
  readonly currentTime = 0;
  readonly destination = {};
  readonly resume = async () => undefined;
  readonly createGain = () => ({
    gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
    connect: (next: unknown) => next,
  });
  readonly createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: vi.fn(),
    stop: vi.fn(),
  });
}
