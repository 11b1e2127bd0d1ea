/** Opens connections to the backend, and checks them before sending. app/ decides which screens have sign-in. */
import { ConvexReactClient } from "convex/react";
import { readVersion } from "./newer-version";
import { isOnline, noteHeard, watchSilence } from "./online";

declare global {
  interface Window {
    /** Made by public/theme.js on live pages, which opened its first socket early. */
    LiveSocket?: typeof WebSocket;
  }
}

/** A client for this page's origin, or for the deployment in VITE_CONVEX_URL. */
export function openConvexClient(
  Client: typeof ConvexReactClient = ConvexReactClient,
): ConvexReactClient {
  const configured: unknown = import.meta.env.VITE_CONVEX_URL;
  const address =
    typeof configured === "string" && configured !== ""
      ? configured
      : window.location.origin;
  const client = new Client(address, {
    // A browser dialog. Closing a page mid-call loses nothing: joins and calls carry a key and may be repeated.
    unsavedChangesWarning: false,
    webSocketConstructor: ourSocket(window.LiveSocket ?? WebSocket),
  });
  // Connects now and not at the first call: a message may prove the network (online.ts).
  if (!isOnline()) client.connectionState();
  return client;
}

/** Replaces half of a surrogate pair, for which the backend would close the connection, and reads each message. */
function ourSocket(Socket: typeof WebSocket): typeof WebSocket {
  let socket: WebSocket;
  watchSilence(() => replace(socket));
  const open = function (address: string) {
    socket = new Socket(address);
    socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      noteHeard();
      if (typeof data === "string") readVersion(data);
    });
    const send = socket.send.bind(socket);
    socket.send = (data) =>
      send(
        typeof data === "string" && data.includes("\\ud") ? whole(data) : data,
      );
    return socket;
  };
  return open as unknown as typeof WebSocket;
}

/** The browser reports a dead socket's end only after minutes, and Convex would first wait a while. */
function replace(dead: WebSocket): void {
  // Convex reads the code, and goes on without this socket.
  dead.dispatchEvent(new CloseEvent("close", { code: 1000 }));
  dead.onopen = dead.onmessage = dead.onerror = dead.onclose = null;
  dead.close();
  // At this event Convex connects at once.
  window.dispatchEvent(new Event("online"));
}

const whole = (json: string) =>
  JSON.stringify(JSON.parse(json), (_key, value: unknown) =>
    // Safari before 16.4 has no toWellFormed().
    typeof value === "string" ? value.replace(/\p{Cs}/gu, "\ufffd") : value,
  );

/** Whether a request can arrive now; true while the page's first connection opens. */
export function maySend(
  convex: Pick<ConvexReactClient, "connectionState">,
): boolean {
  const { isWebSocketConnected, hasEverConnected } = convex.connectionState();
  return isOnline() && (isWebSocketConnected || !hasEverConnected);
}
