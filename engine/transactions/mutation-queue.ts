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
  readonly #jobs: ((over: () => void) => void)[] = [];
  #isRunning = false;
  #unfinished = 0;
  /** When the first of those that ran in this turn of the event loop was over; null before. */
  #since: number | null = null;

  /** Jobs that have not begun. */
  get waiting(): number {
    return this.#jobs.length;
  }

  /** Jobs that have not begun or are not over. */
  get unfinished(): number {
    return this.#unfinished;
  }

  /** Settles as `job` does. */
  run<T>(job: () => Promise<T>): Promise<T> {
    this.#unfinished++;
    return new Promise<T>((resolve) => {
      this.#jobs.push((over) => {
        const done = job();
        resolve(done);
        done.then(over, over);
      });
      if (!this.#isRunning) this.#start();
    });
  }

  /** Starts the next one. That is some promises less for each than a loop that awaits it or a turn. */
  #start(): void {
    const job = this.#jobs.shift();
    this.#isRunning = job !== undefined;
    if (!job) return;
    let hasTurned = false;
    const turn = setImmediate(() => {
      hasTurned = true;
      this.#since = null;
      this.#start();
    });
    job(() => {
      this.#unfinished--;
      if (hasTurned) return;
      const now = performance.now();
      this.#since ??= now;
      // Else the turn that is under way starts it.
      if (now - this.#since > LONGEST_RUN) return;
      clearImmediate(turn);
      this.#start();
    });
  }
}
