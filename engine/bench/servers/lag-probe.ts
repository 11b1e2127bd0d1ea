/**
 * Loaded into a server's main thread before the server (`--import`). Measures how late the thread's event loop is and
 * answers on a local socket with the figures since the last answer. Uses Node's own instrument; the server does not
 * know about it. The client is measure/loop-lag.ts.
 */
import { createServer } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** The interval of the watched timer in ms. Its delay is the lag. */
const RESOLUTION = 1;
const late = (nanoseconds: number) =>
  Math.max(0, nanoseconds / 1e6 - RESOLUTION);

function probe(socket: string): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  createServer((connection) => {
    const { count } = delay;
    const p99 = late(delay.percentile(99));
    const max = late(delay.max);
    delay.reset();
    connection.end(JSON.stringify({ p99, max, count }));
  })
    .listen(socket)
    .unref();
}

// Workers start with the same arguments.
if (isMainThread) {
  const socket = new URL(import.meta.url).searchParams.get("socket");
  if (socket === null) throw new Error("The probe needs ?socket=.");
  probe(socket);
}
