/** Sends a stream as an answer's body, and closes it whatever becomes of the client. */
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

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
  await pipeline(open(), response);
}
