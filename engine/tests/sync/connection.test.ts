import type { Socket } from "node:net";
import { Writable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { MemoryBudget } from "../../memory/memory-budget.ts";
import { Connection } from "../../sync/connection.ts";

const ROOM = { network: 1 << 30, process: 1 << 30 };

/** A connection without a peer, and the number of frames in each of its writes. */
function connect(ws: object = {}) {
  const writes: number[] = [];
  const stream = new Writable({
    write: (_chunk, _encoding, done) => {
      writes.push(1);
      done();
    },
    writev: (chunks, done) => {
      writes.push(chunks.length);
      done();
    },
  });
  const socket = Object.assign(stream, { bytesRead: 0 });
  const account = new MemoryBudget(ROOM).open(null, 1 << 30, null);
  const connection = new Connection(
    ws as WebSocket,
    socket as unknown as Socket,
    { now: 0 },
    account,
  );
  return { connection, socket, writes, account };
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

test("[SY28] a client that keeps sending while its socket closes is not read any more, and cut off once the reason has arrived", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ws = {
    ...{ resume: vi.fn(), pause: vi.fn() },
    ...{ close: vi.fn(), terminate: vi.fn() },
  };
  const { connection, socket } = connect(ws);
  socket.bytesRead = 1_000_000;
  connection.close(1000, "x".repeat(200));
  expect(ws.close).toHaveBeenCalledWith(1000, "x".repeat(123));
  socket.bytesRead += 60_000;
  connection.arrived(1000);
  expect(ws.pause).not.toHaveBeenCalled();
  socket.bytesRead += 10_000;
  connection.arrived(1000);
  connection.arrived(1000);
  expect(ws.pause).toHaveBeenCalledOnce();
  expect(ws.terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(ws.terminate).toHaveBeenCalledOnce();
});

test("[SY28] a Transition of over 64 KiB that its client does not read counts as the client's memory", async () => {
  const { connection, socket, account } = connect();
  socket.cork();
  connection.send(Buffer.alloc(60_000));
  expect(account.held).toBe(0);
  connection.send(Buffer.alloc(200_000));
  expect(account.held).toBe(200_000);
});
