/** A clock for screens: only this one ticks. */
import { useSyncExternalStore } from "react";
import { onServerClock, serverNow } from "../server/server-clock";

/** One ticking clock per period, shared by all subscribers and stopped without any. */
class Ticker {
  readonly #listeners = new Set<() => void>();
  readonly #periodMs: number;
  #timer: number | undefined;
  #now = 0;

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
    onServerClock(() => this.#listeners.size > 0 && this.#tick());
  }

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    if (this.#timer === undefined) {
      this.#timer = window.setInterval(this.#tick, this.#periodMs);
      // Otherwise the first subscriber after a pause would see the time of the last tick. Later ones share the time:
      // a tick would draw every clock again for each new row.
      this.#tick();
    }
    return () => {
      this.#listeners.delete(notify);
      if (this.#listeners.size > 0) return;
      window.clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  readonly read = (): number => {
    if (this.#now === 0) this.#now = serverNow();
    return this.#now;
  };

  readonly #tick = (): void => {
    this.#now = serverNow();
    this.#listeners.forEach((notify) => notify());
  };
}

const seconds = new Ticker(1_000);
const quarterMinutes = new Ticker(15_000);

/** The server's time, epoch ms. "minute" ticks each 15 s. */
export function useNow(every: "second" | "minute"): number {
  const ticker = every === "second" ? seconds : quarterMinutes;
  return useSyncExternalStore(ticker.subscribe, ticker.read);
}
