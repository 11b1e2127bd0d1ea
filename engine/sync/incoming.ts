/**
 * Measures the unfinished message inside `ws`, and counts frames that carry next to nothing. The limit of `ws` is off: it
 * closes with a bare 1009, after which the official client sends the same message again. The fields are private to `ws`,
 * whose version is pinned; a test fails if they move.
 */
import type { WebSocket } from "ws";

type Receiver = {
  _bufferedBytes: number;
  _buffers: readonly unknown[];
  readonly _messageLength: number;
  readonly _fragments: readonly unknown[];
  readonly _payloadLength: number;
  readonly _opcode: number;
  readonly _fin: boolean;
  /** The opcode of the message that is in fragments; 0 when none is. */
  readonly _fragmented: number;
  /** Called once a frame, after its head. */
  haveLength: (done: (error?: Error) => void) => void;
};

/** Bytes that a waiting piece costs at least, however small it is. */
const PIECE = 512;
/** The smallest payload of a fragment that a client has a reason to send, bytes. */
const FRAGMENT = 1024;
/** The first opcode of control frames. */
const CONTROL = 8;

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

/** Calls `seen` at each control frame and each small fragment: thousands fit in one chunk, which is parsed in one go. */
export function onSmallFrame(ws: WebSocket, seen: () => void): void {
  const receiver = receiverOf(ws);
  if (receiver === undefined) return;
  const { haveLength } = receiver;
  receiver.haveLength = (done) => {
    const isFragment = !receiver._fin || receiver._fragmented !== 0;
    const isSmall = isFragment && receiver._payloadLength < FRAGMENT;
    if (isSmall || receiver._opcode >= CONTROL) seen();
    haveLength.call(receiver, done);
  };
}

/** Throws away what has arrived and is not parsed yet, also from within an event of `ws`. */
export function discardArrived(ws: WebSocket): void {
  const receiver = receiverOf(ws);
  if (receiver === undefined) return;
  receiver._buffers = [];
  receiver._bufferedBytes = 0;
}

function receiverOf(ws: WebSocket): Receiver | undefined {
  return (ws as WebSocket & { _receiver?: Receiver })._receiver;
}
