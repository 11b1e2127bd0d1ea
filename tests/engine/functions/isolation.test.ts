/** Functions and the engine around them: what code can change for others, reach, or stop. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { functionsOf, PRELUDE } from "./open-functions.ts";

const ESCAPES = `
    /** Everything within reach whose constructor's constructor could be one of the engine's. */
    const reachable = async (ctx, args) => {
      const found = new Map();
      const visit = (name, value, depth) => {
        if ((typeof value !== "object" && typeof value !== "function") || value === null || found.has(value)) return;
        found.set(value, name);
        if (depth === 0) return;
        for (const key of Reflect.ownKeys(value)) {
          let inner; try { inner = value[key]; } catch (e) { inner = e; }
          visit(name + "." + String(key), inner, depth - 1);
        }
        visit(name + ".[[Prototype]]", Object.getPrototypeOf(value), depth - 1);
      };
      const errorOf = (f) => { try { f(); } catch (e) { return e; } };
      const rejectedBy = (f) => Promise.resolve().then(f).catch((e) => e);
      visit("ctx", ctx, 6); visit("args", args, 4); visit("this", globalThis, 4);
      visit("Convex", Convex, 4); visit("process", process, 3);
      visit("syscall error", errorOf(() => Convex.syscall("2.0/x", "{}")), 3);
      visit("async error", await rejectedBy(() => Convex.asyncSyscall("2.0/x", "{}")), 3);
      visit("promise", Convex.asyncSyscall("1.0/count", '{"table":"t"}'), 3);
      visit("unserializable", errorOf(() => Convex.syscall({ toString() { throw new Error("x"); } }, "{}")), 3);
      visit("bad json", await rejectedBy(() => Convex.asyncSyscall("1.0/get", "{")), 3);
      visit("digest", await crypto.subtle.digest("SHA-1", new Uint8Array(1)), 3);
      visit("bad digest", await rejectedBy(() => crypto.subtle.digest("NONE", new Uint8Array(1))), 3);
      visit("bad url", errorOf(() => new URL("nope")), 3);
      visit("bad base64", errorOf(() => atob("*")), 3);
      visit("bytes", new TextEncoder().encode("x"), 3);
      visit("random", crypto.getRandomValues(new Uint8Array(1)), 3);
      visit("refused", await rejectedBy(() => fetch("x")), 3);
      visit("deep", errorOf(function deep() { deep(); }), 3);
      return found;
    };`;

const app = functionsOf({
  "globals.ts": `
    export const pollute = mutation({ args: {}, handler: async () => {
      Object.prototype.polluted = "yes"; Array.prototype.polluted = "yes"; Promise.prototype.polluted = "yes"; Function.prototype.polluted = "yes";
      Headers.prototype.polluted = "yes"; Response.prototype.text = () => "mine"; JSON.parse("{}"); String.prototype.trim = () => "mine";
      return [{}.polluted, [].polluted];
    } });
    export const clean = mutation({ args: {}, handler: async () => { for (const c of [Object, Array, Promise, Function, Headers]) delete c.prototype.polluted; return null; } });
    export const protoArgs = query({ args: { value: v.any() }, handler: async (_ctx, { value }) => [Object.keys(value), Object.getPrototypeOf(value) === Object.prototype, {}.admin ?? null] });
    export const protoDocument = mutation({ args: { value: v.any() }, handler: async (ctx, { value }) => { const id = await ctx.db.insert("t", value); await ctx.db.patch(id, { extra: 1 }); const d = await ctx.db.get(id); return [Object.keys(d).sort(), {}.admin ?? null]; } });
    export const freeze = query({ args: {}, handler: async () => { const tried = []; for (const f of [() => { Convex.syscall = 1; }, () => { globalThis.Convex = 1; }, () => { delete globalThis.Convex; }]) { try { f(); tried.push("done"); } catch { tried.push("refused"); } } return tried; } });`,
  "escape.ts": `${ESCAPES}
    export const process_ = query({ args: { value: v.any() }, handler: async (ctx, args) => {
      const reached = [];
      for (const [value, name] of await reachable(ctx, args)) {
        for (const how of [(x) => x.constructor.constructor, (x) => x.constructor]) {
          try { const F = how(value); const p = F("return typeof process === 'object' ? process : undefined")(); if (p && (p.pid || p.exit || p.binding)) reached.push(name); } catch {}
        }
      }
      return reached;
    } });
    export const count = query({ args: {}, handler: async (ctx, args) => (await reachable(ctx, args)).size });`,
});

describe("the engine's own objects", () => {
  // Canary: hand `RealmHost.syscall` itself to code in realm/convex.ts (`syscall: host.syscall`).
  test("[FN33] no constructor of what code is given, is thrown or finds among its globals leads to the engine's process", async () => {
    expect(await app().query("escape:count")).toBeGreaterThan(500);
    expect(
      await app().query("escape:process_", { value: { a: [1], b: "x" } }),
    ).toEqual([]);
  });

  test("[FN33] prototypes changed by code are its realm's own", async () => {
    expect(await app().mutation("globals:pollute")).toEqual(["yes", "yes"]);
    const objects = [{}, [], Promise.resolve(), () => 1, new Headers()];
    for (const object of objects) expect("polluted" in object).toBe(false);
    expect(await new Response("x").text()).toBe("x");
    expect(" x ".trim()).toBe("x");
    await app().mutation("globals:clean");
  });

  test("[FN33] a field called __proto__ is a field", async () => {
    const value = JSON.parse('{"__proto__":{"admin":true},"a":1}') as never;
    expect(await app().query("globals:protoArgs", { value })).toEqual([
      expect.arrayContaining(["a"]),
      true,
      null,
    ]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("[FN33] the way to the engine can be neither replaced nor removed", async () => {
    expect(await app().query("globals:freeze")).toEqual([
      "refused",
      "refused",
      "refused",
    ]);
  });
});

describe("a running engine", () => {
  let engine: TestEngine;
  const sources = {
    "run.ts": `${PRELUDE}
    export const add = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("t", {}); return (await ctx.db.query("t").collect()).length; } });
    export const loop = query({ args: {}, handler: async () => { while (true); } });
    export const loopLater = query({ args: {}, handler: async (ctx) => { await ctx.db.query("t").collect(); while (true); } });
    export const loopInMutation = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("t", {}); while (true); } });
    export const promises = query({ args: {}, handler: async () => { for (;;) await null; } });
    export const regexp = query({ args: {}, handler: async () => /^(a+)+$/.test("a".repeat(60) + "b") });
    export const finallyLoop = query({ args: {}, handler: async () => { try { while (true); } finally { while (true); } } });
    export const getterLoop = query({ args: {}, handler: async () => { throw { get constructor() { while (true); } }; } });
    export const rejection = mutation({ args: {}, handler: async () => { void Promise.reject(new Error("nobody waits")); return "went on"; } });
    export const listener = mutation({ args: {}, handler: async () => { const c = new AbortController(); c.signal.addEventListener("abort", () => { throw new Error("in a listener"); }); c.abort(); const t = new EventTarget(); t.addEventListener("x", () => { throw new Error("in another"); }); t.dispatchEvent(new Event("x")); return "went on"; } });
    export const stack = query({ args: {}, handler: async () => { const deep = () => deep(); deep(); } });`,
  };
  const call = async (kind: "query" | "mutation", path: string) => {
    const response = await fetch(`${engine.url}/api/${kind}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path, args: {} }),
    });
    return (await response.json()) as { value?: unknown; errorMessage?: string };
  };

  beforeAll(async () => {
    engine = await openTestEngine({ sources, mode: "child", userTime: 400 });
  }, 60_000);
  afterAll(() => engine.close());

  // Canary: give the engine `--user-time 600000`; the loops then hold everyone up until the test's time is over.
  test.for([
    ["query", "loop"],
    ["query", "loopLater"],
    ["mutation", "loopInMutation"],
    ["query", "promises"],
    ["query", "regexp"],
    ["query", "finallyLoop"],
    ["query", "getterLoop"],
  ] as const)(
    "[FN34] a %s that does not stop is ended and others are served (%s)",
    async ([kind, name]) => {
      const before = (await call("mutation", "run:add")).value as number;
      const [stuck, next] = await Promise.all([
        call(kind, `run:${name}`),
        call("mutation", "run:add"),
      ]);
      expect(stuck.errorMessage).toContain(
        "Function execution timed out (maximum duration: 0.4s)",
      );
      expect(next.value).toBe(before + 1);
    },
  );

  test("[FN34] a stack that overflows is an error like others", async () => {
    expect((await call("query", "run:stack")).errorMessage).toContain(
      "Uncaught RangeError: Maximum call stack size exceeded",
    );
  });

  // Canary: without the `unhandledRejection` listener of engine/main.ts the engine ends here.
  test("[FN34] promises and listeners that fail without anyone looking do not end the engine", async () => {
    expect((await call("mutation", "run:rejection")).value).toBe("went on");
    expect((await call("mutation", "run:listener")).value).toBe("went on");
    // Whatever they left is thrown before this is answered.
    expect((await call("mutation", "run:add")).value).toEqual(expect.any(Number));
    expect((await call("mutation", "run:add")).value).toEqual(expect.any(Number));
    expect(engine.errors.join("")).not.toContain("uncaught error");
  });
});
