import type { ConvexClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { describe, expect, onTestFinished, test } from "vitest";
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
