/** Answers a connection that is not served with a bare status, and closes it. */
import type { Duplex } from "node:stream";

/** Time for the client to read the answer and to close its side, ms. */
const GRACE_MS = 1000;

export function refuse(socket: Duplex, status: string): void {
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
  // The end of the client's side is only noticed by reading on.
  socket.resume();
  setTimeout(() => socket.destroy(), GRACE_MS).unref();
}
