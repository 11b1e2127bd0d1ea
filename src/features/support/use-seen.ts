/** Says that what is unread has been seen: as soon as the page is looked at, and not while it lies behind others. */
import { useEffect, useEffectEvent } from "react";

/** @param seen is called when something unread is on the screen; may be called again */
export function useSeen(isUnread: boolean, seen: () => void): void {
  const tell = useEffectEvent(seen);
  useEffect(() => {
    if (!isUnread) return undefined;
    const look = () => {
      if (document.visibilityState === "visible") tell();
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isUnread]);
}
