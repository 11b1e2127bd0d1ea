/**
 * Lets mutations start one after the other. Knows nothing of what they do.
 *
 * Most mutations only ever wait for promises that are ready, so that started together they would all read before the
 * first one writes, and conflict. Here the next one starts when the one before is over, or has let the event loop go
 * round: who waits for something slow holds nobody up.
 */

/** Running without a break for longer would keep sockets and timers waiting, in milliseconds. */
const LONGEST_RUN = 5;

export class MutationQueue {
  readonly #jobs: (() => Promise<void>)[] = [];
  #isRunning = false;

  /** Jobs that have not begun. */
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

/** Whether `job` was the first of the two to end. */
function first(job: Promise<void>, other: Promise<void>): Promise<boolean> {
  return Promise.race([job.then(() => true), other.then(() => false)]);
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
