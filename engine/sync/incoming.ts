/**
 * Measures the unfinished message inside `ws`. The limit of `ws` is off: it closes with a bare 1009, after which the
 * official client sends the same message again. The fields are private to `ws`, whose version is pinned; a test fails
 * if they move.
 */
import type { WebSocket } from "ws";

type Receiver = {
  readonly _bufferedBytes: number;
  readonly _buffers: readonly unknown[];
  readonly _messageLength: number;
  readonly _fragments: readonly unknown[];
  readonly _payloadLength: number;
};

/** Bytes that a waiting piece costs at least, however small it is. */
const PIECE = 512;

/** Bytes that a socket's unfinished message takes in memory. */
export function waitingBytes(ws: WebSocket): number {
  const receiver = receiverOf(ws);
  if (receiver === undefined) return 0;
  const pieces = receiver._buffers.length + receiver._fragments.length;
  return receiver._bufferedBytes + receiver._messageLength + PIECE * pieces;
}

/** Bytes that the unfinished message will have at least. */
export function announcedBytes(ws: WebSocket): number {
  const receiver = receiverOf(ws);
  if (receiver === undefined) return 0;
  return receiver._messageLength + receiver._payloadLength;
}

function receiverOf(ws: WebSocket): Receiver | undefined {
  return (ws as WebSocket & { _receiver?: Receiver })._receiver;
}
