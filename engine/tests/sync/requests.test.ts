import { describe, expect, test } from "vitest";
import { CallerHasGone, TooManyWaiting } from "../../memory/network-turns.ts";
import { ToyError, addOne } from "../reactivity/fake-engine.ts";
import { openSync, type OpenSync, withClient } from "./open-sync.ts";
import { nanos, RawClient, type Version } from "./raw-client.ts";

async function openToy(): Promise<OpenSync> {
  const open = await openSync();
  open.engine
    .define("n:get", "Query", (c) => c.get("n"))
    .define("n:add", "Mutation", addOne);
  return open;
}

/** Waits some turns of the event loop and the sockets, so that any due message has arrived. */
async function quiet(client: RawClient): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const pong = new Promise((resolve) => client.ws.once("pong", resolve));
    client.ws.ping();
    await pong;
  }
}

describe("mutations and actions", () => {
  test("[SY10] a mutation's answer comes first, then a Transition that includes its writes", async () => {
    const { client } = await withClient(openToy());
    client.modify(0, [[0, "n:get"]]);
    await client.next("Transition");
    const from = client.messages.length;
    for (let requestId = 0; requestId < 50; requestId++) {
      client.call("Mutation", requestId, "n:add");
      await client.until(() => client.results.get(0) === requestId + 1);
    }
    const types = client.messages.slice(from).map(({ type }) => type);
    const answers = types.flatMap((type, i) =>
      type === "MutationResponse" ? [i] : [],
    );
    expect(answers).toHaveLength(50);
    for (const at of answers) {
      const answer = client.messages[from + at];
      const ts = answer?.["ts"];
      const before = client.messages.slice(0, from + at);
      const seen = before.findLast(({ type }) => type === "Transition");
      const of = (one: typeof seen) =>
        nanos((one?.["endVersion"] as Version | undefined)?.ts);
      expect(of(seen)).toBeLessThan(nanos(ts));
      expect(types[at + 1]).toBe("Transition");
      const next = client.messages[from + at + 1];
      expect(of(next)).toBeGreaterThanOrEqual(nanos(ts));
      expect(next?.["modifications"]).toMatchObject([
        { value: answer?.["result"] },
      ]);
    }
  });

  test("[SY10] a mutation that changes nothing watched is followed by an empty Transition", async () => {
    const { client } = await withClient(openToy());
    client.call("Mutation", 4, "n:add");
    const answer = await client.next("MutationResponse");
    expect(answer).toMatchObject({
      requestId: 4,
      success: true,
      result: 1,
      logLines: [],
    });
    expect((await client.next("Transition"))["modifications"]).toEqual([]);
    expect(nanos(client.version.ts)).toBeGreaterThanOrEqual(
      nanos(answer["ts"]),
    );
  });

  test("[SY10] nothing of a write leaves the server before it is on disk", async () => {
    const { socketUrl, engine } = await openToy();
    const writer = await RawClient.open(socketUrl);
    const reader = await RawClient.open(socketUrl);
    reader.modify(0, [[0, "n:get"]]);
    await reader.next("Transition");
    engine.diskHeld = true;
    writer.call("Mutation", 0, "n:add");
    await quiet(writer);
    await quiet(reader);
    expect(writer.messages).toEqual([]);
    expect(reader.messages).toHaveLength(1);
    // A new client must not see it either, nor get an older timestamp with a newer result.
    const late = await RawClient.open(socketUrl);
    late.modify(0, [[0, "n:get"]]);
    await quiet(late);
    expect(late.messages).toEqual([]);
    engine.releaseDisk();
    await reader.until(() => reader.results.get(0) === 1);
    await late.until(() => late.results.get(0) === 1);
    expect((await writer.next("MutationResponse"))["success"]).toBe(true);
  });

  test("[SY11] mutations of a socket run one by one, under the identity they came with; actions run at once", async () => {
    const { socketUrl, engine } = await openToy();
    const steps: string[] = [];
    let releaseFirst = (): void => undefined;
    const first = new Promise<void>((resolve) => (releaseFirst = resolve));
    engine
      .define("slow", "Mutation", async () => {
        steps.push("slow begins");
        await first;
        steps.push("slow ends");
        return null;
      })
      .define("quick", "Mutation", () => {
        steps.push("quick");
        return null;
      })
      .define("act", "Action", () => {
        steps.push("act");
        return "acted";
      });
    const client = await RawClient.open(socketUrl);
    const send = (type: string, requestId: number, udfPath: string): void =>
      client.send({ type, requestId, udfPath, args: [{}] });
    send("Mutation", 0, "slow");
    send("Mutation", 1, "quick");
    send("Action", 2, "act");
    client.send({
      type: "Authenticate",
      baseVersion: 0,
      tokenType: "User",
      value: '{"sub":"ann","exp":99999999999999}',
    });
    send("Mutation", 3, "quick");
    expect(await client.next("ActionResponse")).toEqual({
      type: "ActionResponse",
      requestId: 2,
      success: true,
      result: "acted",
      logLines: [],
    });
    await client.until(() => client.version.identity === 1);
    expect(steps).toEqual(["slow begins", "act"]);
    releaseFirst();
    await client.until(
      () =>
        client.messages.filter(({ type }) => type === "MutationResponse")
          .length === 3,
    );
    expect(steps).toEqual([
      "slow begins",
      "act",
      "slow ends",
      "quick",
      "quick",
    ]);
    const kinds = engine.calls.map(({ caller }) => caller.kind);
    expect(kinds).toEqual(["anonymous", "anonymous", "anonymous", "user"]);
  });

  test("[SY11] more than a thousand waiting mutations close the socket with 1013", async () => {
    const { socketUrl, engine } = await openToy();
    engine.define("stuck", "Mutation", () => new Promise(() => undefined));
    const client = await RawClient.open(socketUrl);
    for (let requestId = 0; requestId <= 1001; requestId++)
      client.call("Mutation", requestId, "stuck");
    const seen = await client.untilClosed();
    expect(seen).toEqual({ code: 1013, reason: "TooManyConcurrentMutations" });
  });

  test("[SY11] a failed mutation is answered without a timestamp", async () => {
    const { socketUrl, engine } = await openToy();
    engine.define("fails", "Mutation", () => {
      throw new ToyError({ kind: "No" });
    });
    const client = await RawClient.open(socketUrl);
    client.call("Mutation", 0, "fails");
    expect(await client.next("MutationResponse")).toEqual({
      type: "MutationResponse",
      requestId: 0,
      success: false,
      result: 'Uncaught ConvexError: {"kind":"No"}',
      errorData: { kind: "No" },
      logLines: [],
    });
  });

  test("[SY12] a mutation sent again after a reconnect gets its first answer and has one effect", async () => {
    const { client, engine, socketUrl } = await withClient(openToy());
    const request = {
      type: "Mutation",
      requestId: 0,
      udfPath: "n:add",
      args: [{}],
    };
    client.send(request);
    const first = await client.next("MutationResponse");
    client.close();
    const again = new RawClient(socketUrl);
    await new Promise((resolve) => again.ws.once("open", resolve));
    again.connect({ sessionId: client.sessionId, connectionCount: 1 });
    again.send(request);
    expect(await again.next("MutationResponse")).toEqual(first);
    expect(engine.values.get("n")).toBe(1);
  });
});

test("[HT34] turns of actions: an action without room fails with a sentence; one that waits leaves with its socket", async () => {
  const { client, engine, faults } = await withClient(openToy());
  const act = (requestId: number) => client.call("Action", requestId, "act");
  engine.runner.runAction = () => Promise.reject(new TooManyWaiting());
  act(0);
  expect(await client.next("ActionResponse")).toMatchObject({
    success: false,
    result: new TooManyWaiting().message,
  });
  const waits = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  engine.runner.runAction = (_path, _args, _caller, _info, gone) => {
    gone?.addEventListener("abort", () => left.resolve());
    waits.resolve();
    return new Promise<never>((_resolve, reject) =>
      gone?.addEventListener("abort", () => reject(new CallerHasGone())),
    );
  };
  act(1);
  await waits.promise;
  client.close();
  await left.promise;
  expect(faults).toEqual([]);
});

describe("faults of the engine", () => {
  test('[SY13] a mutation that fails in the engine is answered "Server Error", and the fault is only reported', async () => {
    const { socketUrl, engine, faults } = await openToy();
    engine.aroundMutation = () =>
      Promise.reject(new Error("disk full at /data/secret"));
    const client = await RawClient.open(socketUrl);
    client.call("Mutation", 0, "n:add");
    const seen = await client.next("MutationResponse");
    expect(seen).toMatchObject({ success: false, result: "Server Error" });
    expect(faults).toHaveLength(1);
  });

  test("[SY13] a query that fails in the engine closes only the sockets that watch it", async () => {
    const { socketUrl, engine } = await openToy();
    const bystander = await RawClient.open(socketUrl);
    bystander.modify(0, [[0, "n:get"]]);
    await bystander.next("Transition");
    engine.aroundQuery = (run, path) =>
      path === "x:get" ? Promise.reject(new Error("engine fault")) : run();
    const client = await RawClient.open(socketUrl);
    client.modify(0, [[0, "x:get"]]);
    const seen = await client.untilClosed();
    expect(seen).toEqual({ code: 1011, reason: "InternalServerError" });
    engine.commit({ n: 5 });
    await bystander.until(() => bystander.results.get(0) === 5);
  });

  test("[SY13] a client that has seen later commits is closed with 1013, without a log record", async () => {
    const { socketUrl, faults } = await openToy();
    const client = new RawClient(socketUrl);
    await new Promise((resolve) => client.ws.once("open", resolve));
    client.connect({ maxObservedTimestamp: "AAAAAAAAAH8=" });
    const seen = await client.untilClosed();
    expect(seen).toEqual({ code: 1013, reason: "ClientAheadOfServer" });
    expect(faults).toEqual([]);
  });
});
