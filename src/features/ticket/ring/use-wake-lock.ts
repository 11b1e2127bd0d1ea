/** Keeps the screen on while it matters, where the browser allows that; it costs battery, so no longer. */
import { useEffect } from "react";

/** Holds the lock while `wanted`. Hiding the page drops it; coming back takes it again. */
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
        // Battery saver, or not allowed: the screen sleeps as it always does.
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
