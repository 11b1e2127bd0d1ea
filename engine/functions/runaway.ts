/** Decides when a step of user code has run for too long or taken too much memory, from what the watchdog's thread sees at its looks. */

/** Looks per limit of time. */
const LOOKS = 20;
/** ms. A loop fills some gigabytes a second. */
const LONGEST_INTERVAL = 50;

export type RunawayLimits = {
  /** ms without progress, of which only those count in which the thread had the processor. */
  readonly userTime: number;
  /** ms in one step, whatever the progress, with or without the processor. */
  readonly stepTime: number;
  /** Bytes by which what the thread holds may grow in one step, garbage included. */
  readonly stepMemory: number;
};

export class Runaway {
  /** ms between two looks. */
  readonly interval: number;
  readonly #limits: RunawayLimits;
  #step = 0;
  #progress = 0;
  #ran = 0;
  /** ms on the processor. */
  #ranSinceProgress = 0;
  #looksSinceBegin = 0;
  #leastHeld = Infinity;

  constructor(limits: RunawayLimits) {
    const interval = Math.max(5, limits.userTime / LOOKS);
    this.interval = Math.min(interval, LONGEST_INTERVAL);
    this.#limits = limits;
  }

  /**
   * A look. On a busy machine the thread may wait for the processor for seconds: that is no loop.
   * @param step the number of the running step; 0 or less when none is.
   * @param progress changes whenever the step has called the engine.
   * @param ran ms that the watched thread has had the processor, ever; 0 where that is not known.
   */
  look(step: number, progress: number, ran: number): boolean {
    const sinceLastLook = ran === 0 ? this.interval : ran - this.#ran;
    if (step !== this.#step) {
      this.#looksSinceBegin = 0;
      this.#leastHeld = Infinity;
    }
    if (step !== this.#step || progress !== this.#progress)
      this.#ranSinceProgress = 0;
    else this.#ranSinceProgress += sinceLastLook;
    this.#step = step;
    this.#progress = progress;
    this.#ran = ran;
    if (step <= 0) return false;
    this.#looksSinceBegin++;
    return (
      this.#ranSinceProgress >= this.#limits.userTime ||
      this.#looksSinceBegin * this.interval > this.#limits.stepTime
    );
  }

  /** Whether the running step has been seen before, so that its memory is worth a question to the engine's thread. */
  get isLong(): boolean {
    return this.#step > 0 && this.#looksSinceBegin > 1;
  }

  /**
   * Whether a step has taken too much memory. The least that was held counts, for garbage of earlier steps may go meanwhile.
   * @param step the one in which it was asked.
   * @param held bytes of heap and buffers of the watched thread.
   */
  outgrows(step: number, held: number): boolean {
    if (step !== this.#step) return false;
    this.#leastHeld = Math.min(this.#leastHeld, held);
    return held - this.#leastHeld > this.#limits.stepMemory;
  }

  /** After a termination. */
  clear(): void {
    this.#ranSinceProgress = 0;
    this.#looksSinceBegin = 0;
  }
}
