import { describe, expect, test } from "vitest";
import { SubscriptionManager } from "../../reactivity/subscription-manager.ts";
import {
  OutOfRetention,
  SnapshotReader,
} from "../../reactivity/snapshot-reader.ts";
import type { QueryRequest } from "../../reactivity/live-query.ts";
import { FakeEngine } from "./fake-engine.ts";

function open() {
  const engine = new FakeEngine();
  engine.define("q:get", "Query", (c, { key }) => c.get(String(key)));
  const { runner, database } = engine;
  const sources = { runner, database, systemQueries: new Map() };
  const subscriptions = new SubscriptionManager(sources, {
    publish: () => Promise.resolve(),
    broken: () => undefined,
  });
  return {
    engine,
    subscriptions,
    reader: new SnapshotReader(sources, subscriptions),
  };
}

const get = (key: string): QueryRequest => ({
  path: "q:get",
  args: JSON.stringify({ key }),
  caller: { kind: "anonymous" },
  component: "",
  journal: null,
});

describe("one-off queries", () => {
  test("[RE14] a query that sockets watch is not run again for a reader", async () => {
    const { engine, subscriptions, reader } = open();
    const request = get("n");
    subscriptions.cache.watch(request, (query) => ({
      request,
      query,
      network: null,
      changed: () => undefined,
      failed: () => undefined,
    }));
    await new Promise((resolve) => setImmediate(resolve));
    const { outcome } = await reader.read(request);
    expect(outcome.ok && outcome.value).toBe("null");
    expect(engine.runs.get("q:get")).toBe(1);
  });

  test("[RE14] an answer waits for the disk", async () => {
    const { engine, reader } = open();
    engine.diskHeld = true;
    engine.commit({ n: 1 });
    let isAnswered = false;
    const answer = reader.read(get("n")).then((reading) => {
      isAnswered = true;
      return reading;
    });
    for (let i = 0; i < 10; i++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    engine.releaseDisk();
    const { outcome } = await answer;
    expect(outcome.ok && outcome.value).toBe("1");
  });

  test("[RE15] a query at a timestamp that was asked for is answered as of then, once that is on disk", async () => {
    const { engine, reader } = open();
    engine.diskHeld = true;
    engine.commit({ n: 1 });
    let isKnown = false;
    const asked = reader.now().then((ts) => {
      isKnown = true;
      return ts;
    });
    for (let i = 0; i < 10; i++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(isKnown).toBe(false);
    engine.releaseDisk();
    const ts = await asked;
    engine.commit({ n: 2 });
    const outcome = await reader.readAt(get("n"), ts);
    expect(outcome.ok && outcome.value).toBe("1");
  });

  test("[RE15] a query at another timestamp is answered until something it reads changes, and then refused", async () => {
    const { engine, reader } = open();
    const ts = engine.lastTs;
    engine.commit({ other: 1 });
    const outcome = await reader.readAt(get("n"), ts);
    expect(outcome.ok && outcome.value).toBe("null");
    engine.commit({ n: 1 });
    await expect(reader.readAt(get("n"), ts)).rejects.toThrow(OutOfRetention);
    await expect(reader.readAt(get("n"), ts + 1e9)).rejects.toThrow(
      OutOfRetention,
    );
  });

  test("[RE15] several queries are answered at one timestamp", async () => {
    const { engine, reader } = open();
    let disturbances = 3;
    engine.aroundQuery = (run, _, args) => {
      // Both keys always change together; a commit between the two runs makes them inconsistent.
      const isSecond = JSON.stringify(args) === '{"key":"y"}';
      if (isSecond && disturbances-- > 0) {
        const value = Number(engine.values.get("x") ?? 0) + 1;
        engine.commit({ x: value, y: value });
      }
      return run();
    };
    const outcomes = await reader.readTogether([get("x"), get("y")]);
    const [x, y] = outcomes.map((o) => (o.ok ? o.value : "failed"));
    expect(x).toBe(y);
    expect(x).toBe("null");
  });
});
