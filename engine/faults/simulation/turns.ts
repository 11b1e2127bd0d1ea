/**
 * The one order in which a simulation goes on. Whatever would wait for something outside waits for its turn here, and a
 * seed says whose is next; between two turns everything inside the engine that can go on does.
 */
import { vi } from "vitest";
import { type Pick, seeded } from "../../../tests/seed.ts";

/** Turns of the event loop without anybody waiting after which nobody will. */
const QUIET = 12;

/** Once in so many turns time passes: more than any pause of the engine, ms. */
const TICKS = 8;
const TICK_MS = 1000;

export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly pick: Pick;

  constructor(seed: number) {
    this.pick = seeded(seed);
  }

  /** Resolves when the seed says so. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives turns until nobody wants one any more. Timers have to be fake: `vi.useFakeTimers`. */
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
