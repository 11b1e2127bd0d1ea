import { ConvexClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { WebSocket } from "ws";
import { FakeEngine, addOne } from "../reactivity/fake-engine.ts";
import { openSync, toyToken } from "./open-sync.ts";
import { OPTIONS, openClient } from "./clients.ts";

const api = {
  get: makeFunctionReference<"query">("n:get"),
  add: makeFunctionReference<"mutation">("n:add"),
  me: makeFunctionReference<"query">("user:me"),
  shout: makeFunctionReference<"action">("text:shout"),
};

const defineToys = (engine: FakeEngine) =>
  engine
    .define("n:get", "Query", (c) => c.get("n"))
    .define("n:add", "Mutation", addOne)
    .define("kv:get", "Query", (c, { key }) => c.get(String(key)))
    .define("kv:range", "Query", (c, { lower, upper }) =>
      c.range(String(lower), upper === null ? null : String(upper)).flat(),
    )
    .define("user:me", "Query", (c) => c.identity()?.subject ?? null)
    .define("text:shout", "Action", (_, { text }) =>
      String(text).toUpperCase(),
    );

const openToy = () => openSync({ engine: defineToys(new FakeEngine()) });

const firstValue = <T>(
  client: ConvexClient,
  query: Parameters<ConvexClient["onUpdate"]>[0],
  args: Record<string, unknown>,
  condition: (value: T) => boolean,
) =>
  new Promise((resolve, reject) => {
    client.onUpdate(
      query,
      args,
      (value) => {
        if (condition(value as T)) resolve(value as T);
      },
      reject,
    );
  });

describe("ConvexClient", () => {
  test("[SY26] subscribes, mutates and reads its own writes when the promise resolves", async () => {
    const { url } = await openToy();
    const client = openClient(url);
    const seen: unknown[] = [];
    client.onUpdate(api.get, {}, (value) => seen.push(value));
    for (let n = 1; n <= 20; n++) {
      expect(await client.mutation(api.add, {})).toBe(n);
      expect(seen.at(-1)).toBe(n);
    }
    expect(await client.action(api.shout, { text: "hi" })).toBe("HI");
    expect(await client.query(api.get, {})).toBe(20);
  });

  test("[SY26] reconnects after a server restart and continues where it was", async () => {
    const engine = defineToys(new FakeEngine());
    const open = await openSync({ engine });
    const port = Number(new URL(open.url).port);
    const client = openClient(open.url);
    await client.mutation(api.add, {});
    const afterRestart = firstValue<number>(
      client,
      api.get,
      {},
      (n) => n === 2,
    );
    await open.close();
    // Queued while there is no server to send it to.
    const added = client.mutation(api.add, {});
    await openSync({ engine, port });
    expect(await added).toBe(2);
    expect(await afterRestart).toBe(2);
    expect(engine.values.get("n")).toBe(2);
  });

  test("[SY26] does not repeat a mutation whose answer was lost", async () => {
    const { url, engine, sync } = await openToy();
    const client = openClient(url);
    await client.query(api.get, {});
    engine.diskHeld = true;
    const added = client.mutation(api.add, {});
    while (engine.values.get("n") !== 1)
      await new Promise((resolve) => setImmediate(resolve));
    // Committed but not answered: now the connection is lost.
    const before = sync.connections;
    for (const socket of openSockets(client)) socket.close();
    expect(before).toBe(1);
    engine.releaseDisk();
    expect(await added).toBe(1);
    expect(engine.values.get("n")).toBe(1);
  });

  test("[SY26] signs in, and learns when its token is refused", async () => {
    const { url } = await openToy();
    const client = openClient(url);
    const states: boolean[] = [];
    const signedIn = new Promise<void>((resolve) =>
      client.setAuth(
        () => Promise.resolve(toyToken("ann")),
        (is) => {
          states.push(is);
          resolve();
        },
      ),
    );
    await signedIn;
    expect(await client.query(api.me, {})).toBe("ann");
    const refused = new Promise<boolean>((resolve) =>
      client.setAuth(() => Promise.resolve("garbage"), resolve),
    );
    expect(await refused).toBe(false);
    expect(states[0]).toBe(true);
  });
});

test("[SY26] ConvexReactClient watches and mutates", async () => {
  const { url } = await openToy();
  const client = new ConvexReactClient(url, OPTIONS);
  onTestFinished(() => client.close());
  const watch = client.watchQuery(api.get, {});
  const two = new Promise<void>((resolve) => {
    watch.onUpdate(() => {
      if (watch.localQueryResult() === 2) resolve();
    });
  });
  await client.mutation(api.add, {});
  await client.mutation(api.add, {});
  await two;
  expect(watch.localQueryResult()).toBe(2);
});

describe("live queries", () => {
  const KEYS = ["a", "b", "c", "d", "e"];
  const commit = fc.dictionary(
    fc.constantFrom(...KEYS),
    fc.option(fc.nat(5), { nil: null }),
    { minKeys: 1, maxKeys: 3 },
  );
  const query = fc.oneof(
    fc.record({
      path: fc.constant("kv:get"),
      args: fc.record({ key: fc.constantFrom(...KEYS) }),
    }),
    fc.record({
      path: fc.constant("kv:range"),
      args: fc.record({
        lower: fc.constantFrom(...KEYS),
        upper: fc.option(fc.constantFrom(...KEYS, "f"), { nil: null }),
      }),
    }),
  );

  test("[SY27] show what a fresh run gives, after any commits", async () => {
    const { url, engine } = await openToy();
    await fc.assert(
      fc.asyncProperty(
        fc.array(query, { minLength: 1, maxLength: 6 }),
        fc.array(commit, { minLength: 1, maxLength: 8 }),
        async (queries, commits) => {
          const client = new ConvexClient(url, OPTIONS);
          try {
            const shown = new Map<number, unknown>();
            queries.forEach(({ path, args }, i) => {
              client.onUpdate(
                makeFunctionReference<"query">(path),
                args,
                (value) => shown.set(i, value),
              );
            });
            for (const [i, writes] of commits.entries()) {
              engine.commit(writes);
              if (i % 2 === 0)
                await new Promise((resolve) => setImmediate(resolve));
            }
            // A mutation resolves once everything before it has been shown.
            await client.mutation(api.add, {});
            queries.forEach(({ path, args }, i) =>
              expect(shown.get(i)).toEqual(engine.fresh(path, args)),
            );
          } finally {
            await client.close();
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** A client's sockets, for tests that drop them as a lost network would. */
function openSockets(client: ConvexClient): WebSocket[] {
  const { webSocketManager } = client.client as unknown as {
    webSocketManager: { socket: { ws: WebSocket } };
  };
  return [webSocketManager.socket.ws];
}
