/** A clock for screens: only this one ticks. */
import { useSyncExternalStore } from "react";
import { onServerClock, serverNow } from "../server/server-clock";

/** One ticking clock per period, shared by all subscribers and stopped without any. */
function newTicker(periodMs: number) {
  const listeners = new Set<() => void>();
  let timer: number | undefined;
  let now = 0;
  const tick = (): void => {
    now = serverNow();
    listeners.forEach((notify) => notify());
  };
  onServerClock(() => listeners.size > 0 && tick());
  return {
    subscribe: (notify: () => void): (() => void) => {
      listeners.add(notify);
      if (timer === undefined) {
        timer = window.setInterval(tick, periodMs);
        // Otherwise the first subscriber after a pause would see the time of the last tick. Later ones share the time:
        // a tick would draw every clock again for each new row.
        tick();
      }
      return () => {
        listeners.delete(notify);
        if (listeners.size > 0) return;
        window.clearInterval(timer);
        timer = undefined;
      };
    },
    read: (): number => (now ||= serverNow()),
  };
}

const seconds = newTicker(1_000);
const quarterMinutes = newTicker(15_000);

/** The server's time, epoch ms. "minute" ticks each 15 s. */
export function useNow(every: "second" | "minute"): number {
  const ticker = every === "second" ? seconds : quarterMinutes;
  return useSyncExternalStore(ticker.subscribe, ticker.read);
}
