import { describe, expect, test } from "vitest";
import { ToyError } from "../reactivity/fake-engine.ts";
import { openSync, type OpenSync, withClient } from "./open-sync.ts";
import { nanos, RawClient, type Version, queries } from "./raw-client.ts";

async function openToy(): Promise<OpenSync> {
  const open = await openSync();
  open.engine
    .define("n:get", "Query", (c) => c.get("n"))
    .define("x:get", "Query", (c) => c.get("x"))
    .define("y:get", "Query", (c) => c.get("y"))
    .define("boom", "Query", () => {
      throw new ToyError({ kind: "Boom" });
    });
  return open;
}

describe("versions", () => {
  test("[SY4] the first Transition starts at zeros and answers the requested query set", async () => {
    const { client } = await withClient(openToy());
    client.modify(0, [[7, "n:get"]]);
    const transition = await client.next("Transition");
    const seen = transition["startVersion"];
    expect(seen).toEqual({ querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" });
    const end = transition["endVersion"] as Version;
    expect(end).toMatchObject({ querySet: 1, identity: 0 });
    expect(nanos(end.ts)).toBeGreaterThan(0n);
    expect(transition["modifications"]).toEqual([
      {
        type: "QueryUpdated",
        queryId: 7,
        value: null,
        logLines: [],
        journal: null,
      },
    ]);
  });

  test("[SY4] an empty query set is answered too", async () => {
    const { client } = await withClient(openToy());
    client.modify(0, []);
    expect((await client.next("Transition"))["modifications"]).toEqual([]);
    expect(client.version.querySet).toBe(1);
  });

  test("[SY5] all results of a Transition are right at one timestamp", async () => {
    const { socketUrl, engine } = await openToy();
    engine.commit({ x: 0, y: 0 });
    const client = await RawClient.open(socketUrl);
    client.modify(0, queries("x:get", "y:get"));
    engine.aroundQuery = async (run, path) => {
      // y runs a little later than x, with commits in between.
      if (path === "y:get")
        await new Promise((resolve) => setImmediate(resolve));
      return run();
    };
    const torn: unknown[] = [];
    client.ws.on("message", () => {
      const [x, y] = [client.results.get(0), client.results.get(1)];
      if (x !== y) torn.push([x, y]);
    });
    for (let n = 1; n <= 200; n++) {
      engine.commit({ x: n, y: n });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await client.until(() => client.results.get(1) === 200);
    expect(torn).toEqual([]);
    expect(client.results.get(0)).toBe(200);
  });

  test("[SY6] a wrong base version is a FatalError", async () => {
    const { client } = await withClient(openToy());
    client.modify(3, []);
    const fatal = await client.next("FatalError");
    expect(fatal["error"]).toBe(
      "Base version 3 passed up doesn't match the current version 0",
    );
    const seen = await client.untilClosed();
    expect(seen).toEqual({ code: 1008, reason: "BaseVersionMismatch" });
  });

  test("[SY6] a version that is not newer, a duplicate query id and an unknown one are FatalErrors", async () => {
    const { socketUrl } = await openToy();
    const errors: unknown[] = [];
    for (const wrong of [
      { baseVersion: 0, newVersion: 0, modifications: [] },
      {
        baseVersion: 0,
        newVersion: 1,
        modifications: [0, 0].map((queryId) => ({
          type: "Add",
          queryId,
          udfPath: "n:get",
          args: [{}],
        })),
      },
      {
        baseVersion: 0,
        newVersion: 1,
        modifications: [{ type: "Remove", queryId: 9 }],
      },
    ]) {
      const client = await RawClient.open(socketUrl);
      client.send({ type: "ModifyQuerySet", ...wrong });
      errors.push((await client.next("FatalError"))["error"]);
      expect((await client.untilClosed()).code).toBe(1008);
    }
    expect(errors).toEqual([
      "New version 0 must be greater than base version 0",
      "Duplicate query ID: 0",
      "Nonexistent query id: 9",
    ]);
  });

  test("[SY6] the first message must be Connect, and it comes only once", async () => {
    const { socketUrl } = await openToy();
    const early = new RawClient(socketUrl);
    await new Promise((resolve) => early.ws.once("open", resolve));
    early.modify(0, []);
    expect((await early.next("FatalError"))["error"]).toBe(
      "The first message must be Connect.",
    );
    const twice = await RawClient.open(socketUrl);
    twice.connect();
    expect((await twice.next("FatalError"))["error"]).toBe(
      "Connect was sent twice.",
    );
  });
});

describe("results", () => {
  test("[SY7] a changed result is sent, an unchanged one is not, and the first always is", async () => {
    const { socketUrl, engine } = await openToy();
    engine.define("n:sign", "Query", (c) => Math.sign(Number(c.get("n") ?? 0)));
    const client = await RawClient.open(socketUrl);
    client.modify(0, queries("n:get", "n:sign"));
    await client.next("Transition");
    engine.commit({ n: 1 });
    await client.next("Transition");
    engine.commit({ n: 2 });
    const transition = await client.next("Transition");
    const seen = transition["modifications"];
    expect(seen).toMatchObject([{ queryId: 0, value: 2 }]);
    client.modify(1, [[2, "n:sign"]]);
    const added = await client.next("Transition");
    expect(added["modifications"]).toMatchObject([{ queryId: 2, value: 1 }]);
  });

  test("[SY7] errors are results, with the data of a ConvexError", async () => {
    const { client } = await withClient(openToy());
    client.modify(0, queries("boom", "no:where"));
    const transition = await client.next("Transition");
    expect(transition["modifications"]).toEqual([
      {
        type: "QueryFailed",
        queryId: 0,
        errorMessage: 'Uncaught ConvexError: {"kind":"Boom"}',
        errorData: { kind: "Boom" },
        logLines: [],
        journal: null,
      },
      {
        type: "QueryFailed",
        queryId: 1,
        errorMessage: "Could not find public function for 'no:where'.",
        logLines: [],
        journal: null,
      },
    ]);
  });

  test("[SY7] a function of a component is named by the component's path", async () => {
    const { client } = await withClient(openToy());
    client.send({
      type: "Mutation",
      requestId: 0,
      udfPath: "n:add",
      args: [{}],
      componentPath: "limiter",
    });
    expect((await client.next("MutationResponse"))["result"]).toBe(
      `Could not find public function for 'limiter;n:add'.`,
    );
  });

  test("[SY8] a removed query is acknowledged and not computed again", async () => {
    const { client, engine } = await withClient(openToy());
    client.modify(0, queries("n:get", "x:get"));
    await client.next("Transition");
    client.modify(1, [], [0]);
    const transition = await client.next("Transition");
    const seen = transition["modifications"];
    expect(seen).toEqual([{ type: "QueryRemoved", queryId: 0 }]);
    engine.commit({ n: 1, x: 1 });
    const next = await client.next("Transition");
    expect(next["modifications"]).toMatchObject([{ queryId: 1, value: 1 }]);
    expect(engine.runs.get("n:get")).toBe(1);
  });

  test("[SY8] removing and adding a query id in one message sends its first result again", async () => {
    const { client } = await withClient(openToy());
    client.modify(0, [[0, "n:get"]]);
    await client.next("Transition");
    client.modify(1, [[0, "n:get"]], [0]);
    const transition = await client.next("Transition");
    const seen = transition["modifications"];
    expect(seen).toMatchObject([{ type: "QueryUpdated", queryId: 0 }]);
  });

  test("[SY8] queries added and removed in one message are never run, however many", async () => {
    const { client, engine } = await withClient(openToy());
    client.modify(0, [[0, "n:get"]]);
    await client.next("Transition");
    const comeAndGo = Array.from({ length: 20_000 }, (_, at) => [
      { type: "Add", queryId: at + 1, udfPath: "x:get", args: [{ at }] },
      { type: "Remove", queryId: at + 1 },
    ]);
    client.send({
      type: "ModifyQuerySet",
      baseVersion: 1,
      newVersion: 2,
      modifications: [
        { type: "Remove", queryId: 0 },
        { type: "Add", queryId: 0, udfPath: "y:get", args: [{}] },
        { type: "Remove", queryId: 0 },
        ...comeAndGo.flat(),
        { type: "Add", queryId: 9, udfPath: "n:get", args: [{}] },
      ],
    });
    const transition = await client.next("Transition");
    expect(transition["modifications"]).toMatchObject([
      { type: "QueryRemoved", queryId: 0 },
      { type: "QueryUpdated", queryId: 9 },
    ]);
    expect(engine.runs.get("x:get")).toBeUndefined();
    expect(engine.runs.get("y:get")).toBeUndefined();
  });

  test("[SY9] a journal that is sent back pins the page, even on another socket", async () => {
    const { socketUrl, engine } = await openToy();
    engine.define("page", "Query", (c) => c.page("k", 2));
    engine.commit({ k1: 1, k2: 1, k3: 1 });
    const client = await RawClient.open(socketUrl);
    client.modify(0, [[0, "page"]]);
    const first = await client.next("Transition");
    const [{ journal }] = first["modifications"] as [{ journal: string }];
    client.close();
    engine.commit({ k11: 1 });
    const again = await RawClient.open(socketUrl);
    again.modify(0, [
      [0, "page", {}, journal],
      [1, "page", {}, null],
    ]);
    await again.next("Transition");
    expect(again.results.get(0)).toEqual(["k1", "k11", "k2"]);
    expect(again.results.get(1)).toEqual(["k1", "k11"]);
  });
});
