import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CONVEX_LIMITS } from "../../sync/caller-limits.ts";
import { ADMIN_KEY, toyToken } from "../sync/open-sync.ts";
import { openHttp, postJson } from "./open-http.ts";

const MIB = 1024 * 1024;

test("[HT26] the body of a call may be as large as the caller's messages", async () => {
  const { admin, user } = CONVEX_LIMITS;
  const server = await openHttp({
    limits: {
      anonymous: { ...user, message: 64 * 1024 },
      user: { ...user, message: 256 * 1024 },
    },
  });
  server.engine.define(
    "echo",
    "Mutation",
    (_, { text }) => String(text).length,
  );
  const call = async (bytes: number, authorization?: string) => {
    const body = { path: "echo", args: { text: "x".repeat(bytes) } };
    const headers: Record<string, string> = {};
    if (authorization !== undefined) headers["Authorization"] = authorization;
    return (await postJson(`${server.url}/api/mutation`, body, headers)).status;
  };
  expect(await call(100_000)).toBe(413);
  expect(await call(60_000)).toBe(200);
  expect(await call(200_000, `Bearer ${toyToken("ann")}`)).toBe(200);
  expect(await call(300_000, `Bearer ${toyToken("ann")}`)).toBe(413);
  expect(await call(3_000_000, `Convex ${ADMIN_KEY}`)).toBe(200);
  expect(admin.message).toBeGreaterThan(16 * MIB);
  // Three kilobytes on the wire, which took the engine a second to read.
  const packed = async (authorization: string) => {
    const args = { text: "", list: Array(100_000).fill(0) };
    const answer = await fetch(`${server.url}/api/mutation`, {
      method: "POST",
      headers: {
        ...{ Authorization: authorization, "Content-Encoding": "gzip" },
        "Content-Type": "application/json",
      },
      body: gzipSync(JSON.stringify({ path: "echo", args })),
    });
    return answer.status;
  };
  expect(await packed(`Bearer ${toyToken("ann")}`)).toBe(413);
  expect(await packed(`Convex ${ADMIN_KEY}`)).toBe(200);
});

/** Sends this many bytes of a body and never ends it. */
async function trickle(url: string, network: string, bytes: number) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (data: Buffer) => (text += data.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });
  const head = [
    ...["POST /api/mutation HTTP/1.1", "Host: toy"],
    ...["Content-Type: application/json", `X-Forwarded-For: ${network}`],
    ...[`Content-Length: ${bytes + 1}`, "", ""],
  ];
  socket.write(head.join("\r\n") + "x".repeat(bytes));
  return { answer, end: () => socket.destroy() };
}

test("[ME4] endless bodies of many networks give way to a caller who is signed in", async () => {
  const memory = { network: 16 * MIB, process: 4 * MIB };
  const server = await openHttp({ behindProxy: true, limits: { memory } });
  const { url, engine, memory: budget, faults } = server;
  engine.define("echo", "Mutation", (_, { text }) => String(text).length);
  const each = 500 * 1024;
  const slow = [];
  for (let i = 0; i < 8; i++)
    slow.push(await trickle(url, `198.51.100.${i}`, each));
  while (budget.held < 8 * each) await new Promise((r) => setImmediate(r));
  const body = { path: "echo", args: { text: "x".repeat(MIB) } };
  const send = (headers: Record<string, string>) =>
    postJson(`${url}/api/mutation`, body, {
      "X-Forwarded-For": "203.0.113.7",
      ...headers,
    });
  expect((await send({})).status).toBe(503);
  const own = await send({ Authorization: `Bearer ${toyToken("ann")}` });
  expect(own.status).toBe(200);
  const [first] = await Promise.all(slow.slice(0, 1).map((one) => one.answer));
  expect(first).toContain("503");
  for (const { end } of slow) end();
  expect(faults).toEqual([]);
});

test("[HT24] a packed body needs the room it fills, not its limit, so a push is read beside open pages", async () => {
  const memory = { network: 4 * MIB, process: 4 * MIB };
  const server = await openHttp({ limits: { memory } });
  const { url, engine, memory: budget } = server;
  engine.define("echo", "Mutation", (_, { text }) => String(text).length);
  const other = await trickle(url, "198.51.100.1", 100 * 1024);
  while (budget.held < 100 * 1024) await new Promise((r) => setImmediate(r));
  const send = async (bytes: number) => {
    const body = { path: "echo", args: { text: "x".repeat(bytes) } };
    const response = await fetch(`${url}/api/mutation`, {
      method: "POST",
      headers: {
        Authorization: `Convex ${ADMIN_KEY}`,
        "Content-Type": "application/json",
        "Content-Encoding": "gzip",
      },
      body: new Uint8Array(gzipSync(JSON.stringify(body))),
    });
    return response.status;
  };
  expect(await send(MIB)).toBe(200);
  expect(await send(8 * MIB)).toBe(503);
  other.end();
});

test("[HT24] large bodies over the limit are answered 503 while small ones are served, and taken again later", async () => {
  const memory = { network: 96 * MIB, process: 96 * MIB };
  const server = await openHttp({ limits: { memory } });
  const { siteUrl, engine } = server;
  let begun = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  engine.httpAction = async (request) => {
    const { byteLength } = await request.arrayBuffer();
    if (byteLength > MIB) {
      begun += 1;
      await held;
    }
    return new Response("taken");
  };
  const send = async (bytes: number) => {
    const body = new Uint8Array(bytes);
    const response = await fetch(siteUrl, { method: "POST", body });
    return [response.status, await response.text()] as const;
  };
  const all = Array.from({ length: 12 }, () => send(20 * MIB));
  const refused = await Promise.any(
    all.map(async (one) => {
      const [status, text] = await one;
      if (status !== 503) throw new Error("taken");
      return text;
    }),
  );
  expect(refused).toContain("TooManyLargeBodies");
  expect(await send(1000)).toEqual([200, "taken"]);
  expect(begun).toBeLessThanOrEqual(4);
  release();
  const statuses = (await Promise.all(all)).map(([status]) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200)).toHaveLength(begun);
  expect(await send(20 * MIB)).toEqual([200, "taken"]);
});
