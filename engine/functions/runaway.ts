/** Decides when a step of user code has run for too long, from what the watchdog's thread sees at its looks. */

/** Looks per limit. */
const LOOKS = 20;

export type RunawayLimits = {
  /** ms without progress, of which only those count in which the thread had the processor. */
  readonly userTime: number;
  /** ms in one step, whatever the progress, with or without the processor. */
  readonly stepTime: number;
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

  constructor(limits: RunawayLimits) {
    this.interval = Math.max(5, limits.userTime / LOOKS);
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
    if (step !== this.#step) this.#looksSinceBegin = 0;
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

  /** After a termination. */
  clear(): void {
    this.#ranSinceProgress = 0;
    this.#looksSinceBegin = 0;
  }
}
