/**
 * Whether what is on screen is fresh. A screen never shows an old number as a
 * new one: it says "Reconnecting · as of 11:42" instead.
 */
import { useConvex } from "convex/react";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { serverNow } from "./server-clock";

/** How long a cut may last unnoticed: a socket that is back within this moved no screen. */
const GRACE_MS = 1_500;
/** Opening the first connection on a slow phone takes a while and is no fault. */
const FIRST_GRACE_MS = 5_000;

export type Freshness =
  | { live: true }
  /** `asOf`: server time of the last moment the data was known to be right; null when it never was. */
  | { live: false; asOf: number | null };

function subscribeOnline(notify: () => void): () => void {
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  return () => {
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
  };
}

/** One part of the connection's state. The whole of it is new with each request, and would draw whole pages with it. */
function useConnection(
  part: "isWebSocketConnected" | "hasEverConnected",
): boolean {
  const convex = useConvex();
  const subscribe = useCallback(
    (notify: () => void) => convex.subscribeToConnectionState(notify),
    [convex],
  );
  return useSyncExternalStore(subscribe, () => convex.connectionState()[part]);
}

type Cut = { asOf: number | null };

/** The cut that is known of. One for the page: what is opened during it knows of it at once, and since when it lasts. */
let lasting: Cut | null = null;
const watchers = new Set<() => void>();

function setLasting(cut: Cut | null): void {
  if (cut === lasting) return;
  lasting = cut;
  watchers.forEach((notify) => notify());
}

function watchCut(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

/** Live or not, with the time of the last good data. */
export function useFreshness(): Freshness {
  const isWebSocketConnected = useConnection("isWebSocketConnected");
  const hasEverConnected = useConnection("hasEverConnected");
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const connected = isWebSocketConnected && online;
  const cut = useSyncExternalStore(watchCut, () => lasting);

  useEffect(() => {
    if (connected) {
      setLasting(null);
      return undefined;
    }
    const asOf = hasEverConnected ? serverNow() : null;
    const timer = window.setTimeout(
      () => setLasting(lasting ?? { asOf }),
      hasEverConnected ? GRACE_MS : FIRST_GRACE_MS,
    );
    return () => window.clearTimeout(timer);
  }, [connected, hasEverConnected]);

  return connected || cut === null
    ? { live: true }
    : { live: false, asOf: cut.asOf };
}
