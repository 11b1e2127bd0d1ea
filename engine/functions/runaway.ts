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
  readonly #stepTime: number;
  #step = 0;
  #progress = 0;
  #ran = 0;
  #looksSinceProgress = 0;
  #looksSinceBegin = 0;

  constructor({ userTime, stepTime }: RunawayLimits) {
    this.interval = Math.max(5, userTime / LOOKS);
    this.#stepTime = stepTime;
  }

  /**
   * A look. On a busy machine the thread may wait for the processor for seconds: that is no loop.
   * @param step the number of the running step; 0 or less when none is.
   * @param progress changes whenever the step has called the engine.
   * @param ran ms that the watched thread has had the processor, ever; 0 where that is not known.
   */
  look(step: number, progress: number, ran: number): boolean {
    if (step !== this.#step) this.#looksSinceBegin = 0;
    if (step !== this.#step || progress !== this.#progress)
      this.#looksSinceProgress = 0;
    const hasRun = ran === 0 || ran - this.#ran >= this.interval / 2;
    this.#step = step;
    this.#progress = progress;
    this.#ran = ran;
    if (step <= 0) return false;
    this.#looksSinceBegin++;
    if (hasRun) this.#looksSinceProgress++;
    return (
      this.#looksSinceProgress > LOOKS ||
      this.#looksSinceBegin * this.interval > this.#stepTime
    );
  }

  /** After a termination. */
  clear(): void {
    this.#looksSinceProgress = 0;
    this.#looksSinceBegin = 0;
  }
}
