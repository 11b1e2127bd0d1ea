/** Keeps the screen on, where the browser allows it. It costs battery, so only while needed. */
import { useEffect } from "react";

/** Holds the lock while `wanted`. Hiding the page drops it; showing it takes it again. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined;
    let over = false;
    let held: WakeLockSentinel | undefined;
    const take = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        // Missing in older browsers.
        const lock = await navigator.wakeLock?.request("screen");
        if (over) await lock?.release();
        else held = lock;
      } catch {
        // Battery saver, or not allowed: the screen sleeps as usual.
      }
    };
    const onChange = () => void take();
    onChange();
    document.addEventListener("visibilitychange", onChange);
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", onChange);
      void held?.release().catch(() => undefined);
    };
  }, [wanted]);
}
