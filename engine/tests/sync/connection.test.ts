import type { Socket } from "node:net";
import { Writable } from "node:stream";
import { expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { MemoryBudget } from "../../memory/memory-budget.ts";
import { Connection } from "../../sync/connection.ts";

const ROOM = { network: 1 << 30, process: 1 << 30 };

/** A connection without a peer, and the number of frames in each of its writes. */
function connect(ws: object = {}) {
  const writes: number[] = [];
  const socket = new Writable({
    write: (_chunk, _encoding, done) => {
      writes.push(1);
      done();
    },
    writev: (chunks, done) => {
      writes.push(chunks.length);
      done();
    },
  });
  const connection = new Connection(
    ws as WebSocket,
    socket as unknown as Socket,
    { now: 0 },
    new MemoryBudget(ROOM).open(null, 1 << 30, null),
  );
  return { connection, writes };
}

test.each([
  ["small", 200, [2]],
  ["large", 20_000, [1, 1]],
])(
  "[SY10] a %s answer and the Transition after it go out in the expected writes",
  (_size, characters, expected) => {
    const { connection, writes } = connect();
    connection.sendTextWith("a".repeat(characters), () =>
      connection.sendText("{}"),
    );
    expect(writes).toEqual(expected);
  },
);

test("[SY28] a client that keeps sending while its socket closes is cut off", () => {
  const ws = {
    ...{ resume: vi.fn(), close: vi.fn(), terminate: vi.fn() },
    _receiver: {
      ...{ _buffers: [], _fragments: [], _messageLength: 0 },
      _bufferedBytes: 60_000,
    },
  };
  const { connection } = connect(ws);
  connection.close(1000, "x".repeat(200));
  expect(ws.close).toHaveBeenCalledWith(1000, "x".repeat(123));
  connection.arrived(1000);
  expect(ws.terminate).not.toHaveBeenCalled();
  ws._receiver._bufferedBytes = 70_000;
  connection.arrived(1000);
  expect(ws.terminate).toHaveBeenCalledOnce();
});
