/** Reports unread content as seen once the page is visible, not while it is in the background. */
import { useEffect, useEffectEvent } from "react";

export function useSeen(isUnread: boolean, seen: () => Promise<unknown>) {
  // On failure it only stays marked as unread.
  const tell = useEffectEvent(() => void seen().catch(() => undefined));
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
