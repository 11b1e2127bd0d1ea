import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { headOf, openHttp, sendRaw } from "./open-http.ts";

const TIMEOUTS = { headers: 100, request: 200, unread: 120_000 };
const HALF_A_CALL =
  "POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
const openToy = (options: Parameters<typeof openHttp>[0] = {}) =>
  openHttp({ timeouts: TIMEOUTS, ...options });

test("[HT20] a head or a body that arrives too slowly is answered 408", async () => {
  const { url } = await openToy();
  const head = await sendRaw(url, "GET / HTTP/1.1\r\nHost: x\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expect(await sendRaw(url, HALF_A_CALL)).toMatch(/^HTTP\/1\.1 408 /);
});

test("[HT20] a request that arrives while the process is held up is answered and not cut off as late", async () => {
  expect(await answerAfterHoldUp(100)).toMatch(/^HTTP\/1\.1 200 /);
});

/** @param headers time in ms for the head of a request. A machine that takes longer to connect gets more. */
async function answerAfterHoldUp(headers: number): Promise<string> {
  const timeouts = { headers, request: headers, unread: 120_000 };
  const { url, close } = await openHttp({ timeouts });
  const { hostname, port } = new URL(url);
  const began = performance.now();
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  // Connections are accepted in order: when the server answers another one, it has accepted the first.
  await fetch(`${url}/version`);
  if (performance.now() - began > headers / 2) {
    socket.destroy();
    await close();
    return await answerAfterHoldUp(4 * headers);
  }
  socket.write(headOf("GET /version"));
  const heldUntil = performance.now() + 3 * headers;
  while (performance.now() < heldUntil);
  return await text(socket);
}

test.for([
  ["an answer that has begun, and a head behind it", "/begun", "GET / HT"],
  ["an answer that has begun, and a body behind it", "/begun", HALF_A_CALL],
  ["an answer that has not begun, and a head behind it", "/late", "GET / HT"],
  ["an answer that has not begun, and a body behind it", "/late", HALF_A_CALL],
] as const)(
  "[HT20] a slow request behind another is cut off without an answer that could be taken for the other's: %s",
  async ([, path, behind]) => {
    const held: Promise<never> = new Promise(() => undefined);
    const { url } = await openToy({
      routes: [
        {
          method: "GET",
          path: "/begun",
          handle: (_request, response) => {
            response.write("half of it");
            return held;
          },
        },
        { method: "GET", path: "/late", handle: () => held },
      ],
    });
    const came = await sendRaw(
      url,
      `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n${behind}`,
    );
    expect(came).not.toContain("408");
    expect(came.split("HTTP/1.1 ")).toHaveLength(path === "/begun" ? 2 : 1);
    expect(came.includes("half of it")).toBe(path === "/begun");
  },
);
