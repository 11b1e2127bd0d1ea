/**
 * What of a message has arrived and waits inside `ws` for its end. `ws` can limit messages only by closing with a bare 1009,
 * after which the official client sends the same again; so its own limit is off and this is watched instead.
 * The fields are private to `ws`, whose version is pinned; a test notices should they move.
 */
import type { WebSocket } from "ws";

type Receiver = {
  readonly _bufferedBytes: number;
  readonly _buffers: readonly unknown[];
  readonly _messageLength: number;
  readonly _fragments: readonly unknown[];
  readonly _payloadLength: number;
};

/** A piece that waits costs at least this, bytes, however small it is. */
const PIECE = 512;

/** Bytes that the unfinished message of a socket takes in memory. */
export function waitingBytes(ws: WebSocket): number {
  const receiver = receiverOf(ws);
  if (receiver === undefined) return 0;
  const pieces = receiver._buffers.length + receiver._fragments.length;
  return receiver._bufferedBytes + receiver._messageLength + PIECE * pieces;
}

/** How long the unfinished message is going to be at least, bytes. */
export function announcedBytes(ws: WebSocket): number {
  const receiver = receiverOf(ws);
  if (receiver === undefined) return 0;
  return receiver._messageLength + receiver._payloadLength;
}

function receiverOf(ws: WebSocket): Receiver | undefined {
  return (ws as WebSocket & { _receiver?: Receiver })._receiver;
}
