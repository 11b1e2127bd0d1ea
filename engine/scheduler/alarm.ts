/** The scheduler's clock, replaceable in tests, and its only kind of timer. */

export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** Calls `run` once at `at` (ms since the epoch) or soon after. Returns the function that cancels it. */
  at(at: number, run: () => void): () => void;
}

/**
 * A longer wait, ms, is split, and each step reads the wall clock. The clock may be set forward, timers stop while the
 * machine sleeps, and Node's timers fire at once above 2³¹ − 1 ms.
 */
const LONGEST_WAIT = 60_000;

export const systemClock: Clock = {
  now: Date.now,
  at(at, run) {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const left = at - Date.now();
      if (left <= 0) run();
      else arm(left);
    };
    const arm = (left: number) => {
      timer = setTimeout(wait, Math.min(Math.ceil(left), LONGEST_WAIT));
    };
    // Always asynchronous, even when it is already due.
    arm(Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  },
};

/** An alarm that rings at the earliest time set since it last rang. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #at = Infinity;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at `at` (ms since the epoch) unless it is set to ring earlier. */
  set(at: number): void {
    if (at >= this.#at) return;
    this.clear();
    this.#at = at;
    this.#cancel = this.#clock.at(at, () => {
      this.#at = Infinity;
      this.#cancel = null;
      this.#ring();
    });
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#at = Infinity;
  }
}
