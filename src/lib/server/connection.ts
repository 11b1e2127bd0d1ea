/** Whether the data on screen is fresh. A screen never shows an old number as new. */
import { useConvex } from "convex/react";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { newListeners } from "../listeners";
import { isOnline, onOnlineChange, silence } from "./online";
import { serverNow } from "./server-clock";

/** A lost connection shorter than this is not shown. */
const GRACE_MS = 1_500;
/** The first connection takes a while on a slow phone, which is no fault. */
const FIRST_GRACE_MS = 5_000;

export type Freshness =
  | { live: true }
  /** `asOf`: server time when the data was last known to be right; null if it never was. */
  | { live: false; asOf: number | null };

/** One part of the connection's state. The whole object changes with each request and would re-render whole pages. */
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

/** Shared by the page, so a screen opened during the cut knows since when. */
let lasting: Cut | null = null;
const watchers = newListeners();

function setLasting(cut: Cut | null): void {
  if (cut === lasting) return;
  lasting = cut;
  watchers.notify();
}

export function useFreshness(): Freshness {
  const isWebSocketConnected = useConnection("isWebSocketConnected");
  const hasEverConnected = useConnection("hasEverConnected");
  const online = useSyncExternalStore(onOnlineChange, isOnline);
  const connected = isWebSocketConnected && online;
  const cut = useSyncExternalStore(watchers.subscribe, () => lasting);

  useEffect(() => {
    if (connected) {
      setLasting(null);
      return undefined;
    }
    const asOf = hasEverConnected ? serverNow() - silence() : null;
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
