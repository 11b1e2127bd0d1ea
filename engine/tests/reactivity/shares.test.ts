import { expect, onTestFinished, test, vi } from "vitest";
import type { JsonValue } from "../../values/json.ts";
import { ANONYMOUS, Recorder, settle, valueOf } from "./recorder.ts";

test("[RE3] sharing: a journal that a client made up creates no separate query", async () => {
  const toy = new Recorder();
  toy.engine.define("q:get", "Query", (c) => c.get("n"));
  const honest = toy.watch("q:get");
  await toy.until(() => toy.published.length === 1);
  const forged = Array.from({ length: 50 }, (_, at) =>
    toy.watch("q:get", {}, ANONYMOUS, `made up ${at}`),
  );
  // While they run, the query they could join is stale. They find it one commit later.
  toy.engine.commit({ n: 1 });
  await settle();
  toy.engine.commit({ n: 2 });
  await settle();
  const before = toy.engine.runs.get("q:get") ?? 0;
  toy.engine.commit({ n: 3 });
  await settle();
  expect(toy.engine.runs.get("q:get")).toBe(before + 1);
  expect(toy.subscriptions.cache.size).toBe(1);
  for (const { query } of [honest, ...forged]) expect(valueOf(query)).toBe(3);
});

const FLOOD = "198.51.100.1";
const openToy = () => {
  const toy = new Recorder();
  toy.engine
    .define("q:get", "Query", (c) => c.get("n"))
    .define("q:line", "Query", (c) => c.get("n"));
  const flood = (args: JsonValue, path = "q:get") =>
    toy.watch(path, args, ANONYMOUS, null, FLOOD);
  return { toy, flood };
};

test("[RE17] first runs: queries that are given up before their turn are never run", async () => {
  const { toy, flood } = openToy();
  for (let day = 0; day < 1000; day++)
    toy.subscriptions.cache.unwatch(flood({ day }));
  await settle();
  expect(toy.engine.runs.get("q:get")).toBeLessThanOrEqual(16);
  const kept = Array.from({ length: 200 }, (_, day) => flood({ day }));
  await toy.until(() => toy.published.length >= 200);
  for (const { query } of kept) expect(valueOf(query)).toBeNull();
});

test("[RE17] first runs: a query that another network also wants does not wait with its first watcher", async () => {
  const { toy, flood } = openToy();
  for (let day = 0; day < 1000; day++) flood({ day });
  flood({}, "q:line");
  toy.watch("q:line", {}, ANONYMOUS, null, "203.0.113.7");
  await toy.until(() => toy.published.some(({ path }) => path === "q:line"));
  expect(toy.published.length).toBeLessThan(200);
  await toy.until(() => toy.published.length === 1001);
});

test("[RE16] rounds: a network that watches a thousand queries waits behind itself and delays no other", async () => {
  const toy = new Recorder();
  toy.engine
    .define("q:get", "Query", (c) => c.get("n"))
    .define("q:line", "Query", (c) => c.get("n"));
  const flood = (args: JsonValue, path = "q:get") =>
    toy.watch(path, args, ANONYMOUS, null, "198.51.100.1");
  for (let day = 0; day < 1000; day++) flood({ day });
  // A query that other networks also watch does not wait behind its first watcher.
  flood({}, "q:line");
  toy.watch("q:line", {}, ANONYMOUS, null, "203.0.113.7");
  await toy.until(() => toy.published.length === 1001);
  toy.published.length = 0;
  toy.engine.commit({ n: 1 });
  await toy.until(() => toy.published.some(({ path }) => path === "q:line"));
  expect(toy.published.length).toBeLessThan(100);
  await toy.until(() => toy.published.length === 1001);
  expect(toy.published.every(({ value }) => value === 1)).toBe(true);
});

test.each([
  ["slow", 5, 16],
  ["very slow", 40, 7],
])(
  "[RE16] rounds: of %s queries (%d ms) a network runs %d, so others wait for no more",
  async (_slow, ms, most) => {
    let clock = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => clock);
    onTestFinished(() => now.mockRestore());
    const { toy, flood } = openToy();
    toy.engine.define("q:slow", "Query", (c) => {
      clock += ms;
      return c.get("n");
    });
    for (let day = 0; day < 200; day++) flood({ day }, "q:slow");
    await toy.until(() => toy.published.length === 200);
    const slowBefore = async (n: number) => {
      toy.published.length = 0;
      toy.engine.commit({ n });
      await toy.until(() =>
        toy.published.some(({ path }) => path === "q:line"),
      );
      const before = toy.published.filter(
        ({ path }) => path === "q:slow",
      ).length;
      await toy.until(() => toy.published.length === 201);
      return before;
    };
    toy.watch("q:line", {}, ANONYMOUS, null, "203.0.113.7");
    await toy.until(() => toy.published.some(({ path }) => path === "q:line"));
    expect(await slowBefore(1)).toBe(most);
    expect(toy.published.every(({ value }) => value === 1)).toBe(true);
  },
);

test("[RE16] rounds: twenty networks that flood with slow queries delay another's, and one that they watch too, by one of them", async () => {
  let clock = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => clock);
  onTestFinished(() => now.mockRestore());
  const { toy } = openToy();
  toy.engine
    .define("q:slow", "Query", (c) => {
      clock += 5;
      return c.get("n");
    })
    .define("q:own", "Query", (c) => c.get("n"));
  const watch = (path: string, network: string, args: JsonValue = {}) =>
    toy.watch(path, args, ANONYMOUS, null, network);
  for (let from = 0; from < 20; from++) {
    for (let day = 0; day < 50; day++)
      watch("q:slow", `10.0.0.${from}`, { from, day });
    watch("q:line", `10.0.0.${from}`);
  }
  watch("q:own", "203.0.113.7");
  watch("q:line", "203.0.113.8");
  await toy.until(() => toy.published.length === 1002);
  toy.published.length = 0;
  toy.engine.commit({ n: 1 });
  const isTold = (wanted: string) =>
    toy.published.some(({ path }) => path === wanted);
  await toy.until(() => isTold("q:own") && isTold("q:line"));
  expect(toy.published.length).toBe(16 + 2);
  await toy.until(() => toy.published.length === 1002);
  expect(toy.published.every(({ value }) => value === 1)).toBe(true);
});
