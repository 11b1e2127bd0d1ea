/** Sends a stream as an answer's body, and closes it whatever becomes of the client. */
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { NetworkTurns } from "../memory/network-turns.ts";
import { networkBehind } from "./body-memory.ts";
import { untilRead } from "./unread-answers.ts";

/** Parts that a network, and all together, are sent in one turn of the event loop, which the whole process shares. */
const AT_ONCE = 16;
const turns = new NetworkTurns({ atOnce: AT_ONCE, atOnceOfAll: 2 * AT_ONCE });

/** @param open begins to read; not called when the client wants no body, or has gone */
export async function sendStream(
  response: ServerResponse,
  open: () => Readable,
): Promise<void> {
  if (response.destroyed) return;
  if (response.req.method === "HEAD") {
    response.end();
    return;
  }
  const network = networkBehind(response.req);
  try {
    for await (const part of open() as AsyncIterable<Uint8Array>) {
      await turns.run({ network }, nextTurn);
      if (!response.destroyed && !response.write(part))
        await untilRead(response);
      // Leaving the loop closes the stream.
      if (response.destroyed) return;
    }
    response.end();
  } catch (error) {
    // The client must see that the answer is incomplete.
    response.destroy();
    throw error;
  }
}
