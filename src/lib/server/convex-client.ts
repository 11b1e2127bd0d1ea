/** Opens connections to the backend, and checks them before sending. app/ decides which screens have sign-in. */
import { ConvexReactClient } from "convex/react";
import { readVersion } from "./newer-version";

declare global {
  interface Window {
    /** Made by public/theme.js on live pages, which opened its first socket early. */
    LiveSocket?: typeof WebSocket;
  }
}

/**
 * A client for the backend of this page: the same origin, unless the build names another deployment in VITE_CONVEX_URL.
 * @param Client a special client class, for screens that need one
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
    // The library's own warning is a browser dialog. Closing a page mid-call loses nothing: joins and calls carry a key
    // and may be repeated.
    unsavedChangesWarning: false,
    webSocketConstructor: ourSocket(window.LiveSocket ?? WebSocket),
  });
}

/**
 * A socket with two additions. Half of a surrogate pair (a truncated emoji) becomes the replacement character, because
 * the backend would close the connection. Every message is checked for a sign that this page is outdated.
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
 * Whether a request can arrive now. False as soon as the browser is offline. True while the page's first connection
 * opens, which takes only moments.
 */
export function maySend(
  convex: Pick<ConvexReactClient, "connectionState">,
): boolean {
  const { isWebSocketConnected, hasEverConnected } = convex.connectionState();
  return navigator.onLine && (isWebSocketConnected || !hasEverConnected);
}
