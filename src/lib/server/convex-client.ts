/** The one way to open a connection to the backend, and whether it is there at the moment of sending. Who uses it with sign-in and who without is decided in app/. */
import { ConvexReactClient } from "convex/react";
import { readVersion } from "./newer-version";

declare global {
  interface Window {
    /** Made by public/theme.js on pages that are live: its first socket has been on its way since then. */
    LiveSocket?: typeof WebSocket;
  }
}

/**
 * A client for the backend of this page: the same origin, unless the build
 * names another deployment in VITE_CONVEX_URL.
 * @param Client a kind of its own, for screens that need one
 */
export function openConvexClient(
  Client: typeof ConvexReactClient = ConvexReactClient,
): ConvexReactClient {
  const configured: unknown = import.meta.env["VITE_CONVEX_URL"];
  const address =
    typeof configured === "string" && configured !== ""
      ? configured
      : window.location.origin;
  return new Client(address, {
    // The library's own warning is a browser dialog. Nothing is lost when a page
    // closes mid-call: joins and calls carry a key and may be repeated.
    unsavedChangesWarning: false,
    webSocketConstructor: ourSocket(window.LiveSocket ?? WebSocket),
  });
}

/**
 * A socket with two additions. Half of a surrogate pair (an emoji that something cut) is no JSON to the backend, which
 * ends the connection of who sends one: here it becomes what a browser shows in its place. And every message is read
 * for a sign that this page is of an earlier version.
 */
function ourSocket(Socket: typeof WebSocket): typeof WebSocket {
  const open = function (address: string) {
    const socket = new Socket(address);
    socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
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

const whole = (json: string) =>
  JSON.stringify(JSON.parse(json), (_key, value: unknown) =>
    typeof value === "string" ? value.toWellFormed() : value,
  );

/**
 * Whether what is sent now can arrive. False as soon as the browser knows that
 * it is offline; true while the first connection of the page is still being
 * opened, because that is a matter of moments.
 */
export function maySend(
  convex: Pick<ConvexReactClient, "connectionState">,
): boolean {
  const { isWebSocketConnected, hasEverConnected } = convex.connectionState();
  return navigator.onLine && (isWebSocketConnected || !hasEverConnected);
}
