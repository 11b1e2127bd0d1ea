import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openHttp, type OpenHttp } from "./open-http.ts";

const MIB = 1024 * 1024;
const PART = 64 * 1024;
/** The least that one unread answer counts: what was written, and as much again behind it. */
const LEAST = 2 * PART;
let server: OpenHttp | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
  server = undefined;
});

/** Requests a URL from an address, and reads nothing. */
function leaveUnread(url: string, ip: string): void {
  const { port, pathname, search } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: toy\r\nX-Forwarded-For: ${ip}\r\n\r\n`,
  );
  sockets.push(socket);
}

async function openStreaming(memory: { network: number; process: number }) {
  server = await openHttp({ behindProxy: true, limits: { memory } });
  const opened = server;
  const counts = { begun: 0, canceled: 0, most: 0 };
  opened.engine.httpAction = (request) => {
    let left = Number(new URL(request.url).searchParams.get("parts"));
    counts.begun++;
    return Promise.resolve(
      new Response(
        new ReadableStream(
          {
            pull(controller) {
              counts.most = Math.max(counts.most, opened.memory.held);
              if (left-- > 0) controller.enqueue(new Uint8Array(PART));
              else controller.close();
            },
            cancel: () => void counts.canceled++,
          },
          { highWaterMark: 0 },
        ),
      ),
    );
  };
  return {
    counts,
    memory: opened.memory,
    /** Requests 20 MiB, more than any system buffers, and reads none of it. */
    leaves: (ip: string) => leaveUnread(`${opened.siteUrl}/?parts=320`, ip),
    reads: async (ip: string) => {
      const headers = { "X-Forwarded-For": ip };
      const url = `${opened.siteUrl}/?parts=64`;
      return (await (await fetch(url, { headers })).bytes()).length;
    },
  };
}

test("[HT31] unread answers beyond a network's share break off, others are served, and ended ones no longer count", async () => {
  const network = MIB / 2;
  const { counts, memory, leaves, reads } = await openStreaming({
    network,
    process: 64 * MIB,
  });
  for (let i = 0; i < 12; i++) leaves("203.0.113.7");
  const most = Math.floor(network / LEAST);
  await vi.waitFor(() =>
    expect(counts.canceled).toBeGreaterThanOrEqual(12 - most),
  );
  expect(await reads("198.51.100.1")).toBe(64 * PART);
  expect(await reads("203.0.113.7")).toBe(64 * PART);
  expect(counts.canceled).toBeLessThan(12);
  expect(counts.most).toBeLessThanOrEqual(network + LEAST);
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitFor(() => expect(memory.held).toBe(0));
  expect(counts.canceled).toBe(12);
  expect(server?.faults).toEqual([]);
});

test("[HT31] unread files count, too, and leave room for those who read", async () => {
  const network = MIB / 2;
  const folder = mkdtempSync(join(tmpdir(), "unread-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const size = 20 * MIB;
  writeFileSync(join(folder, "large.bin"), Buffer.alloc(size));
  server = await openHttp({
    ...{ behindProxy: true, client: folder },
    limits: { memory: { network, process: 64 * MIB } },
  });
  const { memory, url } = server;
  const file = `${url}/large.bin`;
  for (let i = 0; i < 12; i++) leaveUnread(file, "203.0.113.7");
  await vi.waitFor(() =>
    expect(memory.held).toBeGreaterThan(network - 2 * LEAST),
  );
  expect(memory.held).toBeLessThanOrEqual(network + LEAST);
  const headers = { "X-Forwarded-For": "203.0.113.7" };
  const read = await fetch(file, { headers });
  expect((await read.bytes()).length).toBe(size);
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitFor(() => expect(memory.held).toBe(0));
  expect(server.faults).toEqual([]);
});

test("[HT31] an unread answer makes room for others when the process is full", async () => {
  const { counts, memory, leaves } = await openStreaming({
    network: MIB,
    process: LEAST + PART,
  });
  leaves("203.0.113.7");
  await vi.waitFor(() => expect(memory.held).toBeGreaterThanOrEqual(LEAST));
  const other = memory.open("198.51.100.0", Infinity, null);
  expect(other.take(LEAST - 1)).toBe(null);
  await vi.waitFor(() => expect(counts.canceled).toBe(1));
});

test("[HT31] an answer that its client does not read breaks off in time, one with a long silence does not", async () => {
  const speak = Promise.withResolvers<void>();
  const stuck = Promise.withResolvers<void>();
  server = await openHttp({
    timeouts: { headers: 15_000, request: 120_000, unread: 50 },
    routes: [
      {
        method: "GET",
        path: "/silent",
        handle: async (_request, response) => {
          response.write("silence");
          await speak.promise;
          response.end(" and speech");
        },
      },
      {
        method: "GET",
        path: "/long",
        handle: (_request, response) => {
          response.on("close", stuck.resolve);
          response.end(Buffer.alloc(64 * MIB));
        },
      },
    ],
  });
  const silent = await fetch(`${server.url}/silent`);
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.pause();
  socket.write("GET /long HTTP/1.1\r\nHost: toy\r\n\r\n");
  sockets.push(socket);
  await stuck.promise;
  speak.resolve();
  expect(await silent.text()).toBe("silence and speech");
});
