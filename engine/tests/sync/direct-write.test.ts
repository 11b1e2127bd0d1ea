import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { MemoryBudget } from "../../memory/memory-budget.ts";
import { Connection } from "../../sync/connection.ts";

const ROOM = { network: 1 << 30, process: 1 << 30 };
/** More than the system buffers for both ends. */
const LARGE = 16 * 1024 * 1024;
const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

async function connectPair() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1").pause();
  const [socket] = (await once(server, "connection")) as [Socket];
  socket.on("error", () => undefined);
  opened.push(() => {
    client.destroy();
    socket.destroy();
    server.close();
  });
  const account = new MemoryBudget(ROOM).open(null, 1 << 30, null);
  const clock = { now: 0 };
  const connection = new Connection({} as WebSocket, socket, clock, account);
  return { connection, socket, client };
}

async function readAll(client: Socket, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  client.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  });
  client.resume();
  await vi.waitFor(() => expect(length).toBe(bytes));
  return Buffer.concat(chunks);
}

test("[SY10] a frame to a socket that keeps up bypasses the stream above", async () => {
  const { connection, socket, client } = await connectPair();
  const write = vi.spyOn(socket, "write");
  connection.send(Buffer.from("frame"));
  expect(write).not.toHaveBeenCalled();
  expect((await readAll(client, 5)).toString()).toBe("frame");
});

test("[SY24] frames arrive whole and in order, written directly or through the stream", async () => {
  const { connection, socket, client } = await connectPair();
  const frames = [LARGE, 5, LARGE, 7, 7].map((length, i) =>
    Buffer.alloc(length, i),
  );
  // The second and fourth are written as `ws` writes, which knows only the stream.
  frames.forEach((frame, i) =>
    i % 2 === 1 ? socket.write(frame) : connection.send(frame),
  );
  const all = Buffer.concat(frames);
  expect((await readAll(client, all.length)).equals(all)).toBe(true);
});

test("[SY24] bytes that the system keeps are congestion until it takes them, and then there is a drain", async () => {
  const { connection, socket, client } = await connectPair();
  connection.send(Buffer.alloc(LARGE));
  expect(connection.isCongested).toBe(true);
  expect(socket.writableLength).toBe(0);
  const drained = once(socket, "drain");
  await readAll(client, LARGE);
  await drained;
  expect(connection.isCongested).toBe(false);
});

test("[SY24] a client that leaves while the system keeps its frame closes its socket", async () => {
  const { connection, socket, client } = await connectPair();
  connection.send(Buffer.alloc(LARGE));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  client.resetAndDestroy();
  await closed;
  connection.send(Buffer.from("nobody"));
});
