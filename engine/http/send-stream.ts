/** Sends a stream as an answer's body, and closes it whatever becomes of the client. */
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { NetworkTurns } from "../memory/network-turns.ts";
import { networkBehind } from "./body-memory.ts";

/** Parts that a network is sent in one turn of the event loop, which the whole process shares. */
const AT_ONCE = 16;
const turns = new NetworkTurns({ atOnce: AT_ONCE });

/** @param open begins to read; not called when the client wants no body, or has gone */
export async function sendStream(
  response: ServerResponse,
  open: () => Readable,
): Promise<void> {
  // `pipeline` refuses an ended answer, and would leave the stream open for good.
  if (response.destroyed) return;
  if (response.req.method === "HEAD") {
    response.end();
    return;
  }
  const network = networkBehind(response.req);
  await pipeline(
    open(),
    async function* (parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        await turns.run({ network }, nextTurn);
        yield part;
      }
    },
    response,
  );
}
