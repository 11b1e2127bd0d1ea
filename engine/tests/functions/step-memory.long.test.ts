import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { PRELUDE } from "./open-functions.ts";

/** MiB of the engine's heap, which two such loops would fill. */
const HEAP = 1024;

const sources = {
  "run.ts": `${PRELUDE}
  const loops = {
    arrays: () => { const kept = []; for (;;) kept.push(new Array(200000).fill(0.5)); },
    buffers: () => { const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1)); },
    strings: () => { const kept = []; for (;;) kept.push(JSON.stringify("a".repeat(1e6) + kept.length)); },
    maps: () => { const kept = new Map(); for (let i = 0; ; i++) kept.set("k" + i, new Array(1000).fill(i)); },
    garbage: () => { const kept = []; for (let i = 0; i < 1000; i++) kept[i % 16] = new Uint8Array(1 << 20).fill(1); return kept.length; },
  };
  const args = { kind: v.string() };
  export const inQuery = query({ args, handler: async (ctx, { kind }) => loops[kind]() });
  export const inMutation = mutation({ args, handler: async (ctx, { kind }) => { await ctx.db.insert("t", {}); return loops[kind](); } });
  export const count = query({ args: {}, handler: async (ctx) => (await ctx.db.query("t").collect()).length });`,
};

let engine: TestEngine;

beforeAll(async () => {
  // High enough that no step is ended for its time.
  const userTime = 600_000;
  engine = await openTestEngine({
    sources,
    mode: "child",
    userTime,
    heap: HEAP,
  });
});
afterAll(() => engine.close());

test.for([
  ["inQuery", "arrays"],
  ["inQuery", "buffers"],
  ["inQuery", "strings"],
  ["inMutation", "maps"],
] as const)(
  "[FN49] a loop that fills memory is ended and others are served (%s, %s)",
  async ([name, kind]) => {
    const [filling, next] = await Promise.allSettled([
      engine.run(`run:${name}`, { kind }),
      engine.run("run:count"),
    ]);
    expect(String((filling as PromiseRejectedResult).reason)).toContain(
      "JavaScript execution ran out of memory (maximum memory usage: ",
    );
    expect(next).toEqual({ status: "fulfilled", value: 0 });
  },
);

test("[FN49] memory that is released does not count", async () => {
  expect(await engine.run("run:inQuery", { kind: "garbage" })).toBe(16);
});
