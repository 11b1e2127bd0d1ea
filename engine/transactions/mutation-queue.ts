/**
 * Starts mutations one after the other.
 *
 * Most mutations only wait for promises that are ready. Started together, all would read before the first one writes, and
 * conflict. So the next one starts when the previous one is over, or has waited for a turn of the event loop: a slow one delays
 * no other.
 */

/** A longer run without a break would delay sockets and timers, in milliseconds. */
const LONGEST_RUN = 5;

export class MutationQueue {
  readonly #jobs: (() => Promise<void>)[] = [];
  #isRunning = false;

  get waiting(): number {
    return this.#jobs.length;
  }

  /** Settles as `job` does. */
  run<T>(job: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push(() => job().then(resolve, reject));
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    let since = performance.now();
    for (;;) {
      const job = this.#jobs.shift();
      if (!job) break;
      const isOver = await first(job(), turnOfLoop());
      if (isOver && performance.now() - since > LONGEST_RUN) await turnOfLoop();
      else if (isOver) continue;
      since = performance.now();
    }
    this.#isRunning = false;
  }
}

/** Whether `job` ended first. */
function first(job: Promise<void>, other: Promise<void>): Promise<boolean> {
  return Promise.race([job.then(() => true), other.then(() => false)]);
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
