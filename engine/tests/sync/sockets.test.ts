import { type Socket } from "node:net";
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { WebSocket } from "ws";
import { sameHostOr } from "../../sync/origin.ts";
import { openSync, withClient } from "./open-sync.ts";
import { RawClient } from "./raw-client.ts";

async function openToy(options: Parameters<typeof openSync>[0] = {}) {
  const open = await openSync(options);
  open.engine
    .define("n:get", "Query", (c) => c.get("n"))
    .define("echo", "Mutation", (_, { text }) => String(text).length);
  return open;
}

/** The HTTP status that refuses an upgrade, or 101. */
async function upgradeStatus(url: string, origin?: string): Promise<number> {
  const ws = new WebSocket(url, origin === undefined ? {} : { origin });
  ws.on("error", () => undefined);
  const status = await new Promise<number>((resolve) => {
    ws.once("open", () => resolve(101));
    ws.once("unexpected-response", (_, response) =>
      resolve(response.statusCode ?? 0),
    );
  });
  ws.terminate();
  return status;
}

describe("admission", () => {
  test("[SY18] pages of other hosts are refused; own pages, listed ones and programs are admitted", async () => {
    const { socketUrl, url } = await openToy({
      origins: ["https://shop.example"],
    });
    const statuses = await Promise.all(
      [
        undefined,
        url,
        "https://shop.example",
        "https://evil.test",
        "null",
        "http://localhost",
        `https://evil.test:${new URL(url).port}`,
        `http://127.0.0.1.evil.test:${new URL(url).port}`,
      ].map((origin) => upgradeStatus(socketUrl, origin)),
    );
    expect(statuses).toEqual([101, 101, 101, 403, 403, 403, 403, 403]);
  });

  test("[SY18] a port is part of a host, loopback names are one host, and * admits every page", () => {
    const strict = sameHostOr([]);
    expect(strict("https://a.example", "a.example")).toBe(true);
    expect(strict("https://a.example:444", "a.example")).toBe(false);
    expect(strict("http://sub.a.example", "a.example")).toBe(false);
    expect(strict("http://localhost:80", "127.0.0.1")).toBe(true);
    expect(strict("http://localhost:5173", "127.0.0.1:3210")).toBe(false);
    expect(strict("file://a.example", "a.example")).toBe(false);
    expect(strict("http://a.example", "")).toBe(false);
    expect(sameHostOr(["*"])("https://evil.test", "a.example")).toBe(true);
  });

  test("[SY19] an IPv4 address, an IPv6 /64 and a /48 may hold a limited number of sockets, the loopback interface any number", async () => {
    const addresses: string[] = [];
    const { socketUrl, sync } = await openToy({
      limits: { sockets: 2 },
      addressOf: () => addresses.shift() ?? null,
    });
    const clients: RawClient[] = [];
    const arrive = async (address: string): Promise<number> => {
      addresses.push(address, address);
      const status = await upgradeStatus(socketUrl);
      await until(() => sync.connections === clients.length);
      if (status === 101) clients.push(await RawClient.open(socketUrl));
      addresses.length = 0;
      return status;
    };
    const statuses = [];
    for (const address of [
      ...["192.0.2.1", "192.0.2.1", "192.0.2.1", "::ffff:192.0.2.1"],
      ...["2001:db8::1", "2001:DB8:0:0:1::", "2001:db8::3", "2001:db8:0:1::1"],
      ...["192.0.2.2", "127.0.0.1", "127.0.0.1", "127.0.0.1", "::1", "::1"],
    ])
      statuses.push(await arrive(address));
    const [yes, no] = [101, 429];
    expect(statuses).toEqual([
      ...[yes, yes, no, no],
      ...[yes, yes, no, yes],
      ...[yes, yes, yes, yes, yes, yes],
    ]);
    clients.shift()?.close();
    await until(() => sync.connections === clients.length);
    expect(await arrive("192.0.2.1")).toBe(yes);
    // A /48 is full with 32, of which three are there already.
    for (let n = 2; n < 31; n++)
      expect(await arrive(`2001:db8:0:${n}::`)).toBe(yes);
    expect(await arrive("2001:db8:0:99::")).toBe(no);
    expect(await arrive("2001:db8:1::")).toBe(yes);
    for (const client of clients) client.close();
  });

  test("[SY32] a network may open only so many sockets in a second, the loopback interface any number", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    let address = "192.0.2.1";
    const { socketUrl, sync } = await openToy({ addressOf: () => address });
    const arrive = (ip: string, times = 1) => {
      address = ip;
      return Promise.all(
        Array.from({ length: times }, () => upgradeStatus(socketUrl)),
      );
    };
    expect(new Set(await arrive("192.0.2.1", 64))).toEqual(new Set([101]));
    expect(await arrive("192.0.2.1")).toEqual([429]);
    expect(await arrive("192.0.2.2")).toEqual([101]);
    expect(new Set(await arrive("127.0.0.1", 70))).toEqual(new Set([101]));
    sync.tick();
    expect(await arrive("192.0.2.1")).toEqual([101]);
  });

  test("[SY20] compression is never accepted", async () => {
    const { socketUrl } = await openToy();
    const ws = new WebSocket(socketUrl, { perMessageDeflate: true });
    await new Promise((resolve) => ws.once("open", resolve));
    expect(ws.extensions).toBe("");
    ws.terminate();
  });
});

describe("keeping alive", () => {
  const FIFTEEN_S = 15_000;
  // The servers' own ticks, at the real time, would undo those of the tests.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval"] }));
  afterEach(() => void vi.useRealTimers());

  test("[SY22] a quiet client gets a Ping after fifteen seconds, a busy one does not", async () => {
    const { client, sync, engine } = await withClient(openToy());
    client.modify(0, [[0, "n:get"]]);
    await client.next("Transition");
    const start = performance.now();
    sync.tick(start + FIFTEEN_S - 1000);
    engine.commit({ n: 1 });
    await client.until(() => client.results.get(0) === 1);
    sync.tick(start + FIFTEEN_S + 1000);
    engine.commit({ n: 2 });
    await client.until(() => client.results.get(0) === 2);
    expect(client.messages.map(({ type }) => type)).not.toContain("Ping");
    sync.tick(start + 3 * FIFTEEN_S);
    expect(await client.next("Ping")).toEqual({ type: "Ping" });
  });

  test("[SY22] a client that is silent for two minutes is cut off; one that answers pings stays", async () => {
    const { socketUrl, sync } = await openToy();
    const answering = await RawClient.open(socketUrl);
    const silent = await RawClient.open(socketUrl);
    // Half-open: it no longer reads anything.
    silent.ws.pause();
    for (const client of [answering, silent]) client.modify(0, []);
    await answering.next("Transition");
    const start = performance.now();
    const pinged = new Promise((resolve) => answering.ws.once("ping", resolve));
    sync.tick(start + 40_000);
    await pinged;
    // The pong arrives after the answered ping.
    await new Promise((resolve) => {
      answering.ws.once("pong", resolve);
      answering.ws.ping();
    });
    sync.tick(start + 130_000);
    silent.ws.resume();
    expect((await silent.untilClosed()).code).toBe(1006);
    expect(answering.closed).toBeNull();
  });

  test("[SY22] a client that sends no Connect within thirty seconds is closed", async () => {
    const { socketUrl, sync } = await openToy();
    const client = new RawClient(socketUrl);
    await new Promise((resolve) => client.ws.once("open", resolve));
    sync.tick(performance.now() + 31_000);
    const seen = await client.untilClosed();
    expect(seen).toEqual({ code: 1008, reason: "ConnectTimeout" });
  });

  test("[SY23] closing the server closes every socket with 1012 and admits no new one", async () => {
    const { client, sync, socketUrl } = await withClient(openToy());
    client.modify(0, []);
    await client.next("Transition");
    await sync.close();
    expect((await client.untilClosed()).code).toBe(1012);
    expect(await upgradeStatus(socketUrl)).toBe(503);
  });
});

test("[SY24] slow readers get few updates, catch up when they read again, and are cut off when they never do", async () => {
  const { socketUrl, engine, sync } = await openToy();
  engine.define(
    "big",
    "Query",
    (c) => `${JSON.stringify(c.get("n"))} ${"x".repeat(400_000)}`,
  );
  const healthy = await RawClient.open(socketUrl);
  const slow = await RawClient.open(socketUrl);
  const stuck = await RawClient.open(socketUrl);
  healthy.modify(0, [[0, "n:get"]]);
  for (const client of [slow, stuck]) {
    client.modify(0, [[0, "big"]]);
    await client.next("Transition");
    client.ws.pause();
  }
  const rounds = 100;
  for (let n = 1; n <= rounds; n++) {
    engine.commit({ n });
    await healthy.until(() => healthy.results.get(0) === n);
  }
  slow.ws.resume();
  await slow.until(() => String(slow.results.get(0)).startsWith(`${rounds} `));
  // In full this is 40 MB. The kernel and one megabyte of buffer hold a small part of it.
  expect(slow.messages.length).toBeLessThan(rounds / 2);
  // The server also checks its sockets on a timer, whatever the time is.
  const start = performance.now();
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  const tickAfter = (seconds: number) => {
    clock.mockReturnValue(start + 1000 * seconds);
    sync.tick();
  };
  engine.define("say", "Mutation", (c, { n = 0 }) => {
    c.put("n", n);
    return null;
  });
  const saysSomething = async (n: number) => {
    stuck.send({
      ...{ type: "Mutation", requestId: n, udfPath: "say" },
      args: [{ n: -n }],
    });
    healthy.modify(n, []);
    await healthy.until(
      () => healthy.results.get(0) === -n && healthy.version.querySet > n,
    );
  };
  tickAfter(1);
  await saysSomething(1);
  tickAfter(60);
  await saysSomething(2);
  expect(stuck.closed).toBeNull();
  // Messages from it do not save it.
  tickAfter(150);
  stuck.ws.resume();
  expect((await stuck.untilClosed()).code).toBe(1006);
});

describe("frames that carry next to nothing", () => {
  const frame = (opcode: number) => Buffer.from([opcode, 0x80, 0, 0, 0, 0]);
  const [PING, PONG, FRAGMENT] = [frame(0x89), frame(0x8a), frame(0x00)];
  /** A message's beginning, `{`. */
  const BEGINNING = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x7b]);
  const many = (frames: number, one: Buffer) =>
    Buffer.concat(Array<Buffer>(frames).fill(one));
  const TOO_MANY = { code: 1008, reason: "TooManyFrames" };

  test("[SY31] a pong that no ping asked for is let through, as RFC 6455 §5.5.3 allows it", async () => {
    const { client } = await withClient(openToy());
    client.ws.pong();
    client.modify(0, []);
    await client.next("Transition");
    expect(client.closed).toBeNull();
  });

  test("[SY31] a flood of them closes its socket within its chunk", async () => {
    const { socketUrl } = await openToy();
    for (const flood of [
      many(10_000, PING),
      many(10_000, PONG),
      Buffer.concat([BEGINNING, many(10_000, FRAGMENT), many(10_000, PING)]),
    ]) {
      const client = await RawClient.open(socketUrl);
      client.modify(0, []);
      await client.next("Transition");
      let pongs = 0;
      client.ws.on("pong", () => pongs++);
      rawSocketOf(client.ws).write(flood);
      expect(await client.untilClosed()).toEqual(TOO_MANY);
      expect(pongs).toBeLessThanOrEqual(50);
    }
  });

  test("[SY31] a large message in pieces is none of them", async () => {
    const { client } = await withClient(openToy());
    const text = "x".repeat(200 * 1024);
    const call = JSON.stringify({
      ...{ type: "Mutation", requestId: 0, udfPath: "echo", args: [{ text }] },
    });
    for (let at = 0; at < call.length; at += 1024)
      client.ws.send(call.slice(at, at + 1024), {
        fin: at + 1024 >= call.length,
      });
    const answer = await client.next("MutationResponse");
    expect(answer["result"]).toBe(text.length);
  });
});

describe("malformed input", () => {
  test("[SY25] closes only the socket it came on, with a clear code", async () => {
    const { socketUrl, engine } = await openToy();
    const bystander = await RawClient.open(socketUrl);
    bystander.modify(0, [[0, "n:get"]]);
    await bystander.next("Transition");
    const sent: [what: string | Buffer, code: number][] = [
      ["not json", 1007],
      ["{}", 1007],
      ['{"type":"Nonsense"}', 1007],
      [Buffer.from([1, 2, 3]), 1003],
    ];
    for (const [what, code] of sent) {
      const client = await RawClient.open(socketUrl);
      client.ws.send(what);
      expect((await client.untilClosed()).code).toBe(code);
    }
    engine.commit({ n: 3 });
    await bystander.until(() => bystander.results.get(0) === 3);
  });
});

const rawSocketOf = (ws: WebSocket) =>
  (ws as WebSocket & { _socket: Socket })._socket;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
