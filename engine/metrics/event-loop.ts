/**
 * How late the event loop is, for which all work on the main thread waits. Measured by a timer, because Node's
 * monitorEventLoopDelay misses what happens while it is being reset.
 */
import { createHistogram } from "node:perf_hooks";

/** How often the loop is checked, and the period that is summed up, in ms. */
const STEP = 20;
const PERIOD = 10_000;

/** Seconds. */
export type Lag = {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

export class EventLoopLag {
  /** Microseconds, at least one. */
  readonly #lateness = createHistogram();
  readonly #timer: NodeJS.Timeout;
  #last: Lag = { p50: 0, p99: 0, max: 0 };

  /** @param period ms that are summed up */
  constructor(period = PERIOD) {
    let before = performance.now();
    let end = before + period;
    this.#timer = setInterval(() => {
      const now = performance.now();
      const late = Math.round((now - before - STEP) * 1000);
      before = now;
      this.#lateness.record(Math.max(1, late));
      if (now < end) return;
      end = now + period;
      this.#sumUp();
    }, STEP).unref();
  }

  /** Of the last whole period: two requests within one get the same answer. */
  get last(): Lag {
    return this.#last;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #sumUp(): void {
    const lateness = this.#lateness;
    this.#last = {
      p50: lateness.percentile(50) / 1e6,
      p99: lateness.percentile(99) / 1e6,
      max: lateness.max / 1e6,
    };
    lateness.reset();
  }
}
