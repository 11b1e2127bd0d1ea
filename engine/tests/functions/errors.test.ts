import { describe, expect, test } from "vitest";
import {
  ANYONE,
  functionsOf,
  messageOf,
  type Failed,
} from "./open-functions.ts";

const SOURCES = {
  "boom.ts": `
    export const thrown = query({ args: { what: v.string() }, handler: async (_ctx, { what }) => {
      switch (what) {
        case "Error": throw new Error("boom");
        case "TypeError": null.x; break;
        case "named": { const e = new Error("why"); e.name = "MyError"; throw e; }
        case "nameless": throw new Error();
        case "string": throw "text";
        case "number": throw 7;
        case "null": throw null;
        case "undefined": throw undefined;
        case "object": throw { code: 1 };
        case "instance": throw new (class Custom { })();
        case "symbol": throw Symbol("s");
        case "getter": throw { get message() { throw new Error("inner"); }, get constructor() { throw new Error("inner"); } };
        case "frozen": throw Object.freeze(new Error("cold"));
        case "rejects": await Promise.reject(new RangeError("far")); break;
        case "long": throw new Error("x".repeat(100_000));
      }
    } });
    export const convexError = mutation({ args: { data: v.any() }, handler: async (ctx, { data }) => { await ctx.db.insert("t", {}); throw new ConvexError(data); } });
    export const subclass = query({ args: {}, handler: async () => { class Mine extends ConvexError { name = "Mine"; } throw new Mine({ big: 5n }); } });
    export const count = query({ args: {}, handler: async (ctx) => (await ctx.db.query("t").collect()).length });`,
  "frames.ts": `
function inner(): never {
  throw new Error("deep");
}
class Thing {
  method() {
    inner();
  }
}
export const frames = query({
  args: {},
  handler: async () => {
    new Thing().method();
  },
});
export const afterAwait = query({
  args: {},
  handler: async (ctx) => {
    await ctx.db.query("t").collect();
    inner();
  },
});
export const nested = query({
  args: {},
  handler: async (ctx) => {
    try {
      await ctx.runQuery(anyApi.frames.frames, {});
    } catch (error) {
      throw new Error((error as Error).message);
    }
  },
});
export const nameless = query({
  args: {},
  handler: async () => {
    [1].forEach(() => {
      inner();
    });
  },
});
export const actionFrames = action({
  args: {},
  handler: async () => {
    inner();
  },
});`,
  "never.ts": `
    export const forever = query({ args: {}, handler: () => new Promise(() => {}) });
    export const afterRead = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("t", {}); await new Promise(() => {}); } });
    export const waits = query({ args: { rounds: v.number() }, handler: async (_ctx, { rounds }) => {
      let bytes = 0;
      for (let i = 0; i < rounds; i++) bytes = (await crypto.subtle.digest("SHA-512", new Uint8Array(1 << 18))).byteLength;
      return bytes;
    } });
    export const quick = query({ args: {}, handler: async (ctx) => (await ctx.db.query("none").collect()).length });
    export const writes = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("u", {}); } });
    let open; const opened = new Promise((resolve) => { open = resolve; });
    export const late = query({ args: {}, handler: async (ctx) => { const db = ctx.db; void (async () => { await opened; try { await db.query("t").collect(); console.log("read"); } catch (e) { globalThis.lateError = e.message; } })(); return 1; } });
    export const lateError = query({ args: {}, handler: async () => { open(); for (let i = 0; i < 5; i++) await crypto.subtle.digest("SHA-1", new Uint8Array(1 << 16)); return globalThis.lateError ?? null; } });`,
  "logs.ts": `
    export const levels = query({ args: {}, handler: async () => {
      console.log("text", 1, { a: [1, "x"] }); console.info("info"); console.warn("warn"); console.error(new Error("e")); console.debug(null, undefined, 5n, true);
      console.log([[[[[[1], { a: 1 }]]]]]);
      console.time("t"); console.time("t"); console.timeLog("t", [1]); console.timeEnd("t"); console.timeEnd("t"); console.time();
    } });
    export const trace = query({ args: {}, handler: async () => { console.trace("here", 1); } });
    export const many = query({ args: {}, handler: async () => { for (let i = 0; i < 300; i++) console.log(i); } });
    export const long = query({ args: {}, handler: async () => { console.log("x".repeat(40_000)); } });
    export const fails = mutation({ args: {}, handler: async (ctx) => { console.log("seen"); throw new Error("after"); } });
    export const nested = query({ args: {}, handler: async (ctx) => { console.log("outer"); await ctx.runQuery(anyApi.logs.levelsInner, {}); } });
    export const levelsInner = internalQuery({ args: {}, handler: async () => { console.log("inner"); } });
    export const fromAction = action({ args: {}, handler: async (ctx) => { console.log("of the action"); await ctx.runQuery(anyApi.logs.levelsInner, {}); } });`,
};

const app = functionsOf(SOURCES);
const message = (path: string, args = {}) => messageOf(app().query(path, args));
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: Failed) => error.failure,
  );

describe("what is thrown", () => {
  test.for([
    ["Error", "Uncaught Error: boom"],
    [
      "TypeError",
      "Uncaught TypeError: Cannot read properties of null (reading 'x')",
    ],
    ["named", "Uncaught MyError: why"],
    ["nameless", "Uncaught Error"],
    ["string", "Uncaught text"],
    ["number", "Uncaught 7"],
    ["null", "Uncaught null"],
    ["undefined", "Uncaught undefined"],
    ["object", "Uncaught #<Object>"],
    ["instance", "Uncaught #<Custom>"],
    ["symbol", "Uncaught Symbol(s)"],
    ["getter", "Uncaught"],
    ["frozen", "Uncaught Error: cold"],
    ["rejects", "Uncaught RangeError: far"],
  ] as const)("[FN14] %s is reported as %s", async ([what, text]) => {
    expect(await message("boom:thrown", { what })).toBe(text);
  });

  test("[FN14] long texts are truncated", async () => {
    const text = await message("boom:thrown", { what: "long" });
    expect(text).toHaveLength(1 << 16);
  });

  test("[FN14] a ConvexError's data reaches the client unchanged, and nothing is written", async () => {
    const data = { code: 7, list: [{ $integer: "BQAAAAAAAAA=" }] };
    const failure = await failureOf(
      app().mutation("boom:convexError", { data }),
    );
    expect(failure.data).toEqual(data);
    expect(failure.message).toMatch(
      /^\[Request ID: [\da-f]{16}\] Server Error\nUncaught ConvexError: \{"code":7,"list":\[/,
    );
    expect(await app().query("boom:count")).toBe(0);
    expect(
      (await failureOf(app().mutation("boom:convexError", { data: "text" })))
        .data,
    ).toBe("text");
    const seen = (await failureOf(app().query("boom:subclass"))).data;
    expect(seen).toEqual({ big: { $integer: "BQAAAAAAAAA=" } });
  });
});

describe("stack frames", () => {
  const framesOf = async (promise: Promise<unknown>) =>
    (await failureOf(promise)).message
      .split("\n")
      .filter((line) => line.startsWith("    at "));

  // The prelude of open-functions.ts takes the first lines of every source.
  test("[FN15] frames name functions and places in the sources; those of npm convex are left out", async () => {
    const frames = await framesOf(app().query("frames:frames"));
    expect(frames).toEqual([
      expect.stringMatching(/^ {4}at inner \(.*frames\.ts:9:9\)$/),
      expect.stringMatching(/^ {4}at method \(.*frames\.ts:13:5\)$/),
      expect.stringMatching(/^ {4}at handler \(.*frames\.ts:19:17\)$/),
    ]);
    expect(await framesOf(app().query("frames:afterAwait"))).toEqual([
      expect.stringMatching(/inner \(.*frames\.ts:9:9\)$/),
      expect.stringMatching(/handler \(.*frames\.ts:26:5\)$/),
    ]);
  });

  test("[FN15] a nested call's frames are in the message once, a blank line before the caller's own", async () => {
    const { message } = await failureOf(app().query("frames:nested"));
    const lines = message
      .split("\n")
      .map((line) => line.replace(/\(.*\//, "("));
    expect(lines.slice(1)).toEqual([
      "Uncaught Error: Uncaught Error: deep",
      "    at inner (frames.ts:9:9)",
      "    at method (frames.ts:13:5)",
      "    at handler (frames.ts:19:17)",
      "",
      expect.stringMatching(/^ {4}at handler \(frames\.ts:35:/),
      "",
    ]);
  });

  test("[FN15] a function without a name is <anonymous>", async () => {
    const frames = await framesOf(app().query("frames:nameless"));
    expect(frames[1]).toMatch(/^ {4}at <anonymous> \(.*frames\.ts:43:7\)$/);
  });

  test("[FN15] frames of actions name the sources too", async () => {
    expect(await framesOf(app().action("frames:actionFrames"))).toEqual([
      expect.stringMatching(/inner \(.*frames\.ts:9:9\)$/),
      expect.stringMatching(/handler \(.*frames\.ts:50:5\)$/),
    ]);
  });
});

describe("functions that never return", () => {
  test("[FN16] a promise that can never settle fails the call", async () => {
    expect(await message("never:forever")).toBe(
      "Returned promise will never resolve",
    );
    expect(await messageOf(app().mutation("never:afterRead"))).toBe(
      "Returned promise will never resolve",
    );
    expect(await app().query("boom:count")).toBe(0);
  });

  // Regression: a call counted as waiting only until the host had answered, not until its own next step started. A
  // neighbour's step in between then treated it as stalled.
  test("[FN16] a call that waits for the host is not mistaken for one that never settles", async () => {
    const waiting = Array.from({ length: 8 }, (_, i) =>
      app().query("never:waits", { rounds: 20 + i }),
    );
    let over = false;
    const neighbours = (async () => {
      for (let i = 0; !over && i < 5000; i++) {
        await Promise.all([
          app().query("never:quick"),
          app().query("never:quick"),
          messageOf(app().query("never:forever")),
        ]);
        // Lets the host's answers come in between.
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const results = await Promise.allSettled(waiting);
    over = true;
    await neighbours;
    expect(results).toEqual(
      waiting.map(() => ({ status: "fulfilled", value: 64 })),
    );
  });

  test("[FN16] code that runs after its function has returned cannot reach the database", async () => {
    expect(await app().query("never:late")).toBe(1);
    expect(await app().query("never:lateError")).toContain(
      "was called after its function had returned. Await every promise.",
    );
  });
});

describe("log lines", () => {
  const linesOf = async (path: string) => {
    const { functions } = app();
    return (await functions.runQuery(path, {}, ANYONE, null)).outcome.logLines;
  };

  test("[FN17] lines have the backend's format", async () => {
    expect(await linesOf("logs:levels")).toEqual([
      "[LOG] 'text' 1 {\n  a: [ 1, 'x' ]\n}",
      "[INFO] 'info'",
      "[WARN] 'warn'",
      "[ERROR] [Error: e]",
      "[DEBUG] null undefined 5n true",
      "[LOG] [ [ [ [ [ [Array], [Object] ] ] ] ] ]",
      "[WARN] Timer 't' already exists",
      expect.stringMatching(/^\[INFO\] t: \d+ms \[ 1 \]$/),
      expect.stringMatching(/^\[INFO\] t: \d+ms$/),
      "[WARN] Timer 't' does not exist",
    ]);
    // Timers and counters of one call do not exist in the next.
    expect(await linesOf("logs:levels")).toHaveLength(10);
  });

  test("[FN17] console.trace shows where it was called", async () => {
    expect(await linesOf("logs:trace")).toEqual([
      expect.stringMatching(
        /^\[LOG\] 'here' 1 \n {4}at handler \(\S*logs\.ts:\d+:\d+\)\n$/,
      ),
    ]);
  });

  test("[FN17] there are at most 256 lines of at most 32 768 characters", async () => {
    const lines = await linesOf("logs:many");
    expect(lines).toHaveLength(256);
    expect(lines[254]).toBe("[LOG] 254");
    expect(lines[255]).toBe(
      "[ERROR] Log overflow (maximum 256). Remaining log lines omitted.",
    );
    const [long = ""] = await linesOf("logs:long");
    expect(long).toMatch(/^\[LOG\] 'x+.*\(truncated due to length\)$/s);
    expect(long.length).toBeLessThan(33_000);
  });

  test("[FN17] failures include earlier log lines; nested calls log in place, an action's callees do not", async () => {
    const { logLines } = await failureOf(app().mutation("logs:fails"));
    expect(logLines).toEqual(["[LOG] 'seen'"]);
    const found = await linesOf("logs:nested");
    expect(found).toEqual(["[LOG] 'outer'", "[LOG] 'inner'"]);
    const { functions } = app();
    const { logLines: own } = await functions.runAction(
      "logs:fromAction",
      {},
      ANYONE,
    );
    expect(own).toEqual(["[LOG] 'of the action'"]);
  });
});

test("[FN14] none of these calls is a fault of the engine", () =>
  expect(app().faults).toEqual([]));
