/** The single order of a simulation: whatever waits for the outside waits for a turn here, which a seed picks. */
import { vi } from "vitest";
import { type Pick, seeded } from "../../../tests/seed.ts";

/** If nothing waits for this many turns of the event loop, nothing will. */
const QUIET = 12;
/** Once in this many turns, time passes: more than any pause of the engine, in ms. */
const TICKS = 8;
const TICK_MS = 1000;

export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly pick: Pick;

  constructor(seed: number) {
    this.pick = seeded(seed);
  }

  /** Resolves when the seed picks it. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives turns until nothing waits for one. Timers must be fake: `vi.useFakeTimers`. */
  async untilQuiet(): Promise<void> {
    for (let quiet = 0; quiet < QUIET; quiet++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (vi.getTimerCount() > 0 && this.pick(TICKS) === 0) {
        vi.advanceTimersByTime(TICK_MS);
        quiet = 0;
      }
      const next = this.pick(this.#waiting.length || 1);
      const [resolve] = this.#waiting.splice(next, 1);
      resolve?.();
      if (resolve || vi.getTimerCount() > 0) quiet = 0;
    }
  }
}
