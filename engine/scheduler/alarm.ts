/** The scheduler's clock, replaceable in tests, and its only kind of timer. */

export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /**
   * Calls `run` once: at `at` (ms since the epoch) or soon after, or earlier when the clock is set back, because what the
   * caller knows about times may be wrong then. Returns the function that cancels it.
   */
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
    let armed: number;
    const wait = () => {
      const now = Date.now();
      if (at <= now || now < armed) run();
      else arm(now);
    };
    const arm = (now: number) => {
      armed = now;
      const left = Math.max(0, Math.ceil(at - now));
      timer = setTimeout(wait, Math.min(left, LONGEST_WAIT));
    };
    // Always asynchronous, even when it is already due.
    arm(Date.now());
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
