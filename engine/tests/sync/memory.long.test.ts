import type { Socket } from "node:net";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { CONVEX_LIMITS } from "../../sync/caller-limits.ts";
import { openSync, toyToken, type OpenSync, withClient } from "./open-sync.ts";
import { RawClient } from "./raw-client.ts";

const KIB = 1024;
const STRICT = {
  anonymous: { queries: 64, message: 64 * KIB, held: 512 * KIB },
  user: { queries: 256, message: 256 * KIB, held: 4096 * KIB },
};

async function openToy(
  options: Parameters<typeof openSync>[0] = { limits: STRICT },
): Promise<OpenSync> {
  const open = await openSync(options);
  open.engine
    .define("n:get", "Query", (c) => c.get("n"))
    .define("echo", "Mutation", (_, { text }) => String(text).length)
    .define("big", "Mutation", () => "x".repeat(200 * KIB))
    .define("act", "Action", (_, { text }) => String(text).length);
  return open;
}

const text = (length: number) => "x".repeat(length);
const mutation = (requestId: number, length: number, udfPath = "echo") => ({
  ...{ type: "Mutation", requestId, udfPath },
  args: [{ text: text(length) }],
});

async function signIn(client: RawClient): Promise<void> {
  client.send({
    ...{ type: "Authenticate", baseVersion: 0, tokenType: "User" },
    value: toyToken("ann"),
  });
  await client.until(() => client.version.identity === 1);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe("messages", () => {
  test("[SY21] may be as large as the caller's limit; a larger call fails with a sentence, and the socket stays open", async () => {
    const { client, memory } = await withClient(openToy());
    client.send(mutation(0, 60 * KIB));
    expect((await client.next("MutationResponse"))["result"]).toBe(60 * KIB);
    client.send(mutation(1, 100 * KIB));
    expect(await client.next("MutationResponse")).toMatchObject({
      success: false,
      result: "The message is too large (limit: 64 KiB).",
    });
    client.send({ ...mutation(2, 100 * KIB, "act"), type: "Action" });
    expect((await client.next("ActionResponse"))["success"]).toBe(false);
    await signIn(client);
    client.send(mutation(3, 200 * KIB));
    expect((await client.next("MutationResponse"))["result"]).toBe(200 * KIB);
    expect(memory.held).toBe(0);
    client.close();
  });

  test("[SY21] that are no calls and too large are a FatalError and close with 1009, even before they are complete", async () => {
    const { socketUrl, memory, sync } = await openToy();
    const large = (length: number) => ({ type: "Event", event: text(length) });
    for (const length of [70 * KIB, 20 * 1024 * KIB]) {
      const client = await RawClient.open(socketUrl);
      client.send(large(length));
      expect((await client.next("FatalError"))["error"]).toBe(
        "The message is too large (limit: 64 KiB).",
      );
      expect((await client.untilClosed()).code).toBe(1009);
    }
    const fragmented = await RawClient.open(socketUrl);
    for (let i = 0; i < 20; i++)
      fragmented.ws.send(text(50 * KIB), { fin: false });
    await fragmented.next("FatalError");
    await until(() => sync.connections === 0);
    expect(memory.held).toBe(0);
  });

  test("[SY21] of a signed-in user are long strings beyond a stranger's size, not more values, fields or escapes", async () => {
    const { client, memory } = await withClient(openToy());
    await signIn(client);
    const many = (requestId: number, args: unknown) =>
      client.send({
        type: "Mutation",
        requestId,
        udfPath: "echo",
        args: [args],
      });
    const more = 33 * KIB;
    const dense = [
      { text: Array.from({ length: 2 * more }, () => 0) },
      { text: Array.from({ length: more }, () => ({})) },
      { text: "\\".repeat(more) },
    ];
    for (const [at, args] of dense.entries()) {
      many(at, args);
      expect(await client.next("MutationResponse")).toMatchObject({
        success: false,
        result: "The message has too many values.",
      });
    }
    many(9, { text: text(100 * KIB), list: Array(more).fill(0) });
    expect((await client.next("MutationResponse"))["result"]).toBe(100 * KIB);
    expect(memory.held).toBe(0);
    client.close();
  });

  test("[SY21] whose frame announces more than may ever wait are refused before the rest arrives", async () => {
    const { client, memory, sync } = await withClient(openToy());
    // A masked final text frame that announces 16 MiB, and its first kilobyte.
    const frame = Buffer.alloc(14 + KIB);
    frame.writeUInt16BE(0x81ff, 0);
    frame.writeBigUInt64BE(BigInt(16 * 1024 * KIB), 2);
    (client.ws as unknown as { _socket: Socket })._socket.write(frame);
    expect((await client.next("FatalError"))["error"]).toBe(
      "The message is too large (limit: 64 KiB).",
    );
    expect((await client.untilClosed()).code).toBe(1009);
    await until(() => sync.connections === 0);
    expect(memory.held).toBe(0);
  });

  test("[SY21] of 16 MB, and a thousand queries, are accepted under Convex's own limits", async () => {
    const { client } = await withClient(openToy({}));
    client.send(mutation(0, 16_000_000));
    expect((await client.next("MutationResponse"))["result"]).toBe(16_000_000);
    const args = [{ text: "", list: Array(1_000_000).fill(0) }];
    client.send({ ...mutation(1, 0), args });
    expect((await client.next("MutationResponse"))["result"]).toBe(0);
    client.modify(
      0,
      Array.from({ length: 1000 }, (_, i) => [i, "n:get", { i }]),
    );
    await client.until(() => client.results.size === 1000);
    client.close();
  });

  test("[SY21] that are too large reject the official client's promise and are not sent again", async () => {
    const { url, engine } = await openToy();
    const client = new ConvexClient(url, {
      webSocketConstructor: WebSocket as never,
    });
    const echo = makeFunctionReference<"mutation">("echo");
    await expect(
      client.mutation(echo, { text: text(100 * KIB) }),
    ).rejects.toThrow("The message is too large (limit: 64 KiB).");
    expect(await client.mutation(echo, { text: "abc" })).toBe(3);
    expect(engine.calls).toHaveLength(1);
    await client.close();
  });
});

describe("memory of a socket", () => {
  test("[SY28] arguments and journals of watched queries count until they are removed; more is a FatalError", async () => {
    const { client, memory, sync } = await withClient(openToy());
    const large = (first: number, count: number) =>
      Array.from({ length: count }, (_, i) => first + i);
    for (let round = 0; round < 3; round++) {
      const ids = large(0, 8);
      for (const [n, id] of ids.entries())
        client.modify(round * 9 + n, [
          [id, "n:get", { i: text(30 * KIB) }, text(20 * KIB)],
        ]);
      await client.until(() => client.version.querySet === round * 9 + 8);
      expect(memory.held).toBeGreaterThan(400 * KIB);
      client.modify(round * 9 + 8, [], ids);
      await client.until(() => client.version.querySet === round * 9 + 9);
      expect(memory.held).toBe(0);
    }
    for (const id of large(100, 12))
      client.modify(27 + id - 100, [
        [id, "n:get", { i: `${id} ${text(60 * KIB)}` }],
      ]);
    expect((await client.next("FatalError"))["error"]).toBe(
      "Too much is being watched: a single websocket may hold up to 512 KiB.",
    );
    expect((await client.untilClosed()).reason).toBe("TooManyBytes");
    await until(() => sync.connections === 0);
    expect(memory.held).toBe(0);
    expect(sync.subscriptions.cache.size).toBe(0);
  });

  test("[SY28] removed queries count until the client is told, so that it cannot go on without end", async () => {
    const { client, engine, memory, sync } = await withClient(openToy());
    let answer = () => {};
    engine.aroundQuery = async (run) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return run();
    };
    const ids = Array.from({ length: 64 }, (_, i) => i);
    // No Transition goes out: in each round the queries are new.
    const replace = (first: number, rounds: number) => {
      for (let round = first; round < first + rounds; round++)
        client.modify(
          round,
          ids.map((id) => [64 * round + id, "n:get", { round }]),
          round === first ? [] : ids.map((id) => 64 * (round - 1) + id),
        );
    };
    replace(0, 10);
    client.modify(
      10,
      [],
      ids.map((id) => 64 * 9 + id),
    );
    await client.until(() => client.version.querySet === 11);
    expect(memory.held).toBe(0);
    replace(11, 100);
    expect((await client.untilClosed()).reason).toBe("TooManyBytes");
    answer();
    await until(() => sync.connections === 0);
    expect(memory.held).toBe(0);
  });

  test("[SY21] a query beyond the limit is a FatalError and closes the socket", async () => {
    const { client } = await withClient(openToy());
    client.modify(
      0,
      Array.from({ length: 64 }, (_, i) => [i, "n:get", { i }]),
    );
    await client.next("Transition");
    client.modify(1, [[64, "n:get"]]);
    expect((await client.next("FatalError"))["error"]).toBe(
      "Too many queries: up to 64 are allowed on a single websocket.",
    );
    expect((await client.untilClosed()).reason).toBe("TooManyQueries");
  });

  test("[SY28] calls that wait or run count until they are over; one without room fails, and the others run", async () => {
    const { client, engine, memory } = await withClient(openToy());
    const { release } = engine.holdMutations();
    for (let i = 0; i < 20; i++) client.send(mutation(i, 60 * KIB));
    expect(await client.next("MutationResponse")).toMatchObject({
      requestId: 8,
      success: false,
      result: "Too much is waiting on this connection. Try again later.",
    });
    const answers = () =>
      client.messages.filter(({ type }) => type === "MutationResponse");
    // Calls that arrive later would find room.
    await client.until(() => answers().length === 12);
    release();
    await client.until(() => answers().length === 20);
    expect(answers().filter((one) => one["success"])).toHaveLength(8);
    await until(() => memory.held === 0);
    client.close();
  });

  test("[SY28] a call counts once, in however many pieces it arrives", async () => {
    const { client, engine, memory } = await withClient(openToy());
    const { release } = engine.holdMutations();
    for (let i = 0; i < 7; i++) client.send(mutation(i, 60 * KIB));
    const eighth = JSON.stringify(mutation(7, 60 * KIB));
    client.ws.send(eighth.slice(0, 50 * KIB), { fin: false });
    await until(() => memory.held > (7 * 60 + 50) * KIB);
    client.ws.send(eighth.slice(50 * KIB), { fin: true });
    client.send(mutation(8, 60 * KIB));
    const seen = await client.next("MutationResponse");
    expect(seen).toMatchObject({ requestId: 8, success: false });
    release();
    await until(() => memory.held === 0);
    client.close();
  });

  test("[SY28] messages that wait for a token count, and are released with the socket", async () => {
    const { client, memory, sync } = await withClient(
      openToy({
        limits: {
          ...STRICT,
          anonymous: { ...STRICT.anonymous, held: 4 * KIB },
        },
      }),
    );
    const authenticate = {
      ...{ type: "Authenticate", baseVersion: 0, tokenType: "User" },
      value: toyToken("ann"),
    };
    // One write, so that all of it has arrived before the token is verified.
    const { _socket: tcp } = client.ws as WebSocket & {
      _socket: { cork(): void; uncork(): void };
    };
    tcp.cork();
    client.send(authenticate);
    for (let i = 0; i < 20; i++) client.send(mutation(i, KIB));
    tcp.uncork();
    const seen = await client.untilClosed();
    expect(seen).toEqual({ code: 1013, reason: "TooManyBytes" });
    await until(() => sync.connections === 0);
    expect(memory.held).toBe(0);
  });

  test("[SY24] a client with more unread answers than its limit is cut off", async () => {
    const { client, memory, sync } = await withClient(openToy());
    client.send(mutation(0, 1, "big"));
    await client.next("MutationResponse");
    client.ws.pause();
    let sent = 0;
    while (sync.connections > 0 && sent < 500) {
      client.send(mutation(++sent, 1, "big"));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => sync.connections === 0 && memory.held === 0);
    client.ws.resume();
    expect((await client.untilClosed()).code).toBe(1006);
  });
});

describe("networks and the process", () => {
  const { anonymous } = STRICT;
  const watching = async (url: string): Promise<RawClient> => {
    const client = await RawClient.open(url);
    for (let i = 0; i < 7; i++)
      client.modify(i, [
        [i, "n:get", { i: `${client.sessionId} ${text(60 * KIB)}` }],
      ]);
    await client.until(
      () => client.version.querySet === 7 || client.closed !== null,
    );
    return client;
  };

  test("[SY28] a network over its limit is refused and may come back; its small sockets stay", async () => {
    const { socketUrl } = await openToy({
      limits: {
        ...{ anonymous, user: anonymous },
        memory: { network: 1024 * KIB, process: 9000 * KIB },
      },
      addressOf: () => "192.0.2.1",
    });
    const honest = await RawClient.open(socketUrl);
    honest.modify(0, [[0, "n:get"]]);
    const greedy = [];
    for (let i = 0; i < 4; i++) greedy.push(await watching(socketUrl));
    const full = { code: 1013, reason: "TooManyBytes" };
    const seen = greedy.map(({ closed }) => closed);
    expect(seen).toEqual([...[null, null], ...[full, full]]);
    const sender = await RawClient.open(socketUrl);
    for (let i = 0; i < 8; i++)
      sender.ws.send(text(50 * KIB), { fin: false }, () => undefined);
    expect(await sender.untilClosed()).toEqual(full);
    honest.modify(1, [[1, "n:get", { i: text(10 * KIB) }]]);
    await honest.until(() => honest.results.has(1));
    greedy[0]?.close();
    const back = await watching(socketUrl);
    expect(back.closed).toBeNull();
    for (const client of [honest, back, ...greedy]) client.close();
  });

  test("[SY28] many small queries of one message count for the network, too", async () => {
    const { socketUrl } = await openToy({
      limits: {
        ...{ anonymous, user: anonymous },
        memory: { network: 100 * KIB, process: 9000 * KIB },
      },
      addressOf: () => "192.0.2.1",
    });
    const watch = async (count: number): Promise<RawClient> => {
      const client = await RawClient.open(socketUrl);
      const ids = Array.from({ length: count }, (_, i) => i);
      client.modify(
        0,
        ids.map((i) => [i, "n:get", { i }]),
      );
      await client.until(
        () => client.version.querySet === 1 || client.closed !== null,
      );
      return client;
    };
    const [first, second] = [await watch(60), await watch(64)];
    const full = { code: 1013, reason: "TooManyBytes" };
    expect([first.closed, second.closed]).toEqual([null, full]);
    first.close();
  });

  test("[SY28] when the process is full, the socket that holds most is closed with 1013", async () => {
    const { socketUrl, memory, sync, engine } = await openToy({
      limits: {
        ...{ anonymous, user: STRICT.user },
        memory: { network: 9000 * KIB, process: 1000 * KIB },
      },
    });
    const honest = await RawClient.open(socketUrl);
    honest.modify(0, [[0, "n:get"]]);
    const greedy = [await watching(socketUrl), await watching(socketUrl)];
    const known = await RawClient.open(socketUrl);
    await signIn(known);
    for (let i = 0; i < 3; i++)
      known.modify(i, [[i, "n:get", { i: `${i} ${text(60 * KIB)}` }]]);
    await known.until(() => known.results.size === 3);
    await until(() => greedy.some((one) => one.closed !== null));
    const gone = greedy.filter((one) => one.closed !== null);
    const seen = gone.map(({ closed }) => closed);
    expect(seen).toEqual([{ code: 1013, reason: "TooManyBytes" }]);
    engine.commit({ n: 5 });
    for (const client of [honest, known])
      await client.until(() => client.results.get(0) === 5);
    expect(memory.held).toBeLessThanOrEqual(1000 * KIB);
    for (const client of [honest, known, ...greedy]) client.close();
    await until(() => sync.connections === 0);
    expect(memory.held).toBe(0);
  });

  test("[SY28] an idle socket holds nothing", async () => {
    const { client, memory } = await withClient(
      openToy({ limits: CONVEX_LIMITS }),
    );
    client.modify(0, []);
    await client.next("Transition");
    expect(memory.held).toBe(0);
    client.close();
  });
});
