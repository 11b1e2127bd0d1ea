/** Keeps the screen on, where the browser allows it. It costs battery, so only while needed. */
import { useEffect } from "react";
import { onEachTap } from "./taps";

let isUnlocked = false;

async function request(): Promise<WakeLockSentinel | undefined> {
  try {
    // Missing in older browsers.
    const lock = await navigator.wakeLock?.request("screen");
    isUnlocked = lock !== undefined;
    return lock;
  } catch {
    // Battery saver, or no tap yet: the screen sleeps as usual.
    return undefined;
  }
}

/** Safari allows the first lock of a page only inside a tap, so call this in one. */
export async function unlockWakeLock(): Promise<void> {
  if (!isUnlocked) await (await request())?.release();
}

/** Holds the lock while `wanted`. Hiding the page drops it; showing it, or a tap, takes it again. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return onEachTap(() => void unlockWakeLock());
    let over = false;
    let held: WakeLockSentinel | undefined;
    const take = async () => {
      if (over || held || document.visibilityState !== "visible") return;
      const lock = await request();
      if (over || held) await lock?.release();
      else if (lock) {
        held = lock;
        lock.onrelease = () => {
          held = undefined;
          onChange();
        };
      }
    };
    const onChange = () => void take();
    onChange();
    document.addEventListener("visibilitychange", onChange);
    const stop = onEachTap(onChange);
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", onChange);
      stop();
      void held?.release().catch(() => undefined);
    };
  }, [wanted]);
}
