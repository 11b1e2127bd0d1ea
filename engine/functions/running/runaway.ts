/**
 * Decides from the samples of the watchdog's thread when a step of user code has run too long or taken too much memory.
 */

/** Samples per time limit. */
const LOOKS = 20;
/** ms. A loop can fill some gigabytes a second. */
const LONGEST_INTERVAL = 50;

export type RunawayLimits = {
  /** ms without progress; only time on the processor counts. */
  readonly userTime: number;
  /** ms in one step, regardless of progress and processor time. */
  readonly stepTime: number;
  /** Bytes by which the thread's memory may grow in one step, garbage included. */
  readonly stepMemory: number;
};

export class Runaway {
  /** ms between two samples. */
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
   * Takes a sample. On a busy machine the thread may wait seconds for the processor, which is not a loop.
   * @param step the number of the running step; 0 or less when none is.
   * @param progress changes whenever the step has called the engine.
   * @param ran total processor time of the watched thread, ms; 0 if unknown.
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

  /** Whether the running step was in an earlier sample, so that measuring its memory is worthwhile. */
  get isLong(): boolean {
    return this.#step > 0 && this.#looksSinceBegin > 1;
  }

  /**
   * Whether a step has taken too much memory, compared with the least it held: garbage of earlier steps may be freed
   * meanwhile.
   * @param step the one in which it was measured.
   * @param held bytes of heap and buffers of the watched thread.
   */
  outgrows(step: number, held: number): boolean {
    if (step !== this.#step) return false;
    this.#leastHeld = Math.min(this.#leastHeld, held);
    return held - this.#leastHeld > this.#limits.stepMemory;
  }

  /** Resets after a termination. */
  clear(): void {
    this.#ranSinceProgress = 0;
    this.#looksSinceBegin = 0;
  }
}
