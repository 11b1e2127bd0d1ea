import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { functionsOf, messageOf, PRELUDE } from "./open-functions.ts";

/** Long enough for functions that do stop, on a loaded machine. */
const USER_TIME = 500;

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
          // Getters of streams' prototypes reject.
          if (inner instanceof Promise) inner.catch(() => {});
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
      const key = await crypto.subtle.importKey("raw", new Uint8Array(8), { name: "HMAC", hash: "SHA-256" }, true, ["sign"]);
      visit("key", key, 3); visit("jwk", await crypto.subtle.exportKey("jwk", key), 3); visit("bad key", await rejectedBy(() => crypto.subtle.importKey("raw", new Uint8Array(8), { name: "AES-GCM" }, true, ["encrypt"])), 3);
      visit("too much chance", errorOf(() => crypto.getRandomValues(new Uint8Array(1 << 17))), 3);
      const url = new URL("https://x.test/?a=1"); visit("url", url, 4); visit("pair", [...url.searchParams, ...new Headers({ a: "1" })], 4); visit("bad href", errorOf(() => { url.href = "nope"; }), 3);
      visit("bad label", errorOf(() => new TextDecoder("nope")), 3); visit("bad text", errorOf(() => new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255]))), 3);
      visit("into", new TextEncoder().encodeInto("a", new Uint8Array(1)), 3); visit("bad into", errorOf(() => new TextEncoder().encodeInto("a", {})), 3);
      const form = new FormData(); form.append("file", new Blob(["x"])); const back = await new Response(form).formData();
      visit("form", [...back], 5); visit("file", await back.get("file").bytes(), 3); visit("bad form", await rejectedBy(() => new Response("x", { headers: { "content-type": "multipart/form-data; boundary=b" } }).formData()), 3);
      visit("stream", new Blob(["x"]).stream().getReader(), 5); visit("chunk", await new Response("x").body.getReader().read(), 3); visit("body", new Request("https://x.test", { method: "POST", body: "x" }), 5);
      visit("text streams", [new TextEncoderStream(), new TextDecoderStream()], 5);
      const store = new AsyncLocalStorage(); visit("store", [store, AsyncLocalStorage.snapshot(), AsyncLocalStorage.bind(() => {}), new AsyncResource("r"), new AsyncResource("r").bind(() => {})], 3);
      visit("bad store", [errorOf(() => store.run(1, 2)), errorOf(() => AsyncLocalStorage.bind(1)), errorOf(() => new AsyncResource()), errorOf(() => AsyncLocalStorage.snapshot()(1))], 3);
      const event = new Event("x"); visit("event", [event, new EventTarget(), AbortSignal.abort()], 4); visit("bad event", errorOf(() => new EventTarget().dispatchEvent({})), 3);
      return found;
    };`;

const SOURCES = {
  "globals.ts": `
    export const pollute = mutation({ args: {}, handler: async () => {
      Object.prototype.polluted = "yes"; Array.prototype.polluted = "yes"; Promise.prototype.polluted = "yes"; Function.prototype.polluted = "yes";
      Headers.prototype.polluted = "yes"; Response.prototype.text = () => "mine"; JSON.parse("{}"); String.prototype.trim = () => "mine";
      return [{}.polluted, [].polluted];
    } });
    export const clean = mutation({ args: {}, handler: async () => { for (const c of [Object, Array, Promise, Function, Headers]) delete c.prototype.polluted; return null; } });
    export const protoArgs = query({ args: { value: v.any() }, handler: async () => ({}).admin ?? null });
    export const protoDocument = mutation({ args: {}, handler: async () => {
      const field = '{"__proto__":{"admin":true}}';
      const { _id: id } = JSON.parse(await Convex.asyncSyscall("1.0/insert", '{"table":"t","value":{"a":' + field + "}}"));
      await Convex.asyncSyscall("1.0/shallowMerge", JSON.stringify({ id, value: { extra: 1 } }));
      return JSON.stringify(JSON.parse(await Convex.asyncSyscall("1.0/get", JSON.stringify({ id }))).a) + String({}.admin);
    } });
    export const protoPatch = mutation({ args: {}, handler: async (ctx) => {
      const id = await ctx.db.insert("t", {});
      return Convex.asyncSyscall("1.0/shallowMerge", '{"id":"' + id + '","value":{"__proto__":{"admin":true}}}');
    } });
    let calls = 0;
    export const state = query({ args: { set: v.optional(v.string()) }, handler: async (_ctx, { set }) => { if (set) globalThis.left = set; return [++calls, globalThis.left ?? null]; } });
    export const stateInAction = action({ args: {}, handler: async () => [++calls, globalThis.left ?? null] });
    export const freeze = query({ args: {}, handler: async () => { const tried = []; for (const f of [() => { Convex.syscall = 1; }, () => { globalThis.Convex = 1; }, () => { delete globalThis.Convex; }]) { try { f(); tried.push("done"); } catch { tried.push("refused"); } } return tried; } });`,
};
const app = functionsOf(SOURCES);

describe("the engine's own objects", () => {
  test("[FN33] prototypes that code changes stay in its realm", async () => {
    expect(await app().mutation("globals:pollute")).toEqual(["yes", "yes"]);
    const objects = [{}, [], Promise.resolve(), () => 1, new Headers()];
    for (const object of objects) expect("polluted" in object).toBe(false);
    expect(await new Response("x").text()).toBe("x");
    expect(" x ".trim()).toBe("x");
    await app().mutation("globals:clean");
  });

  test("[FN33] a field called __proto__ is a plain field and changes no prototype", async () => {
    const value = JSON.parse('{"__proto__":{"admin":true},"a":1}') as never;
    expect(await app().query("globals:protoArgs", { value })).toBeNull();
    expect(await app().mutation("globals:protoDocument")).toBe(
      '{"__proto__":{"admin":true}}undefined',
    );
    expect(await messageOf(app().mutation("globals:protoPatch"))).toContain(
      "Field '__proto__' starts with an underscore",
    );
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("[FN33] globals and module state stay out of actions and end with the deploy", async () => {
    const state = (args = {}) => app().query("globals:state", args);
    await state({ set: "behind" });
    expect(await app().action("globals:stateInAction")).toEqual([1, null]);
    expect("left" in globalThis).toBe(false);
    await app().deploy(SOURCES);
    expect(await state()).toEqual([1, null]);
  });

  test("[FN33] code can neither replace nor remove its access to the engine", async () => {
    const seen = await app().query("globals:freeze");
    expect(seen).toEqual(["refused", "refused", "refused"]);
  });
});

describe("a running engine", () => {
  let engine: TestEngine;
  const sources = {
    "escape.ts": `${PRELUDE}${ESCAPES}
    export const process_ = query({ args: { value: v.any() }, handler: async (ctx, args) => {
      const reached = [];
      for (const [value, name] of await reachable(ctx, args)) {
        for (const how of [(x) => x.constructor.constructor, (x) => x.constructor]) {
          try { const F = how(value); const p = F("return typeof process === 'object' ? process : undefined")(); if (p && (p.pid || p.exit || p.binding)) reached.push(name); } catch {}
        }
      }
      return reached;
    } });
    export const count = query({ args: { value: v.any() }, handler: async (ctx, args) => (await reachable(ctx, args)).size });
    export const strangers = query({ args: { value: v.any() }, handler: async (ctx, args) => {
      const rootOf = (object) => { let root = object; for (let next = object; next !== null; next = Object.getPrototypeOf(next)) root = next; return root; };
      return [...await reachable(ctx, args)].filter(([value]) => ![value, Object.prototype].includes(rootOf(value))).map(([, name]) => name);
    } });`,
    "floats.ts": `${PRELUDE}
    const boom = async () => { throw new Error("nobody waits"); };
    export const count = query({ args: {}, handler: async (ctx) => (await ctx.db.query("floating").collect()).length });
    export const rejects = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("floating", {}); void boom(); return "went on"; } });
    export const inserts = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("floating", {}); void ctx.db.insert("floating", { f: () => 1 }); } });
    export const patches = mutation({ args: {}, handler: async (ctx) => { const id = await ctx.db.insert("floating", {}); await ctx.db.delete(id); void ctx.db.patch(id, { a: 1 }); } });
    export const later = mutation({ args: {}, handler: async (ctx) => { void (async () => { await ctx.db.insert("floating", {}); await boom(); })(); } });
    export const waiting = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("floating", {}); const failing = boom(); await crypto.subtle.digest("SHA-1", new Uint8Array(1 << 20)); await failing.catch(() => null); } });
    export const stuck = query({ args: {}, handler: () => { void boom(); return new Promise(() => {}); } });
    export const reads = query({ args: {}, handler: async () => { void boom(); return 1; } });
    export const thrower = internalMutation({ args: {}, handler: async () => { void boom(); } });
    export const nested = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("floating", {}); await ctx.runMutation(anyApi.floats.thrower, {}); } });
    export const data = query({ args: {}, handler: async () => { void Promise.reject(new ConvexError({ kind: "Meant" })); } });
    export const getter = query({ args: {}, handler: async () => { void Promise.reject({ get constructor() { while (true); } }); } });
    export const caught = query({ args: {}, handler: async () => { const failing = boom(); await null; return failing.catch((e) => e.message); } });
    export const goesOn = mutation({ args: { kind: v.string() }, handler: async (ctx, { kind }) => { void (async () => { for (let i = 0; i < 3; i++) await ctx.db.insert("goesOn", { kind }); })(); } });
    export const wentOn = query({ args: {}, handler: async (ctx) => (await ctx.db.query("goesOn").collect()).length });`,
    "run.ts": `${PRELUDE}
    export const add = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("t", {}); return (await ctx.db.query("t").collect()).length; } });
    export const loop = query({ args: {}, handler: async () => { while (true); } });
    export const loopLater = query({ args: {}, handler: async (ctx) => { await ctx.db.query("t").collect(); while (true); } });
    export const loopInMutation = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("t", {}); while (true); } });
    export const promises = query({ args: {}, handler: async () => { for (;;) await null; } });
    export const regexp = query({ args: {}, handler: async () => /^(a+)+$/.test("a".repeat(60) + "b") });
    export const finallyLoop = query({ args: {}, handler: async () => { try { while (true); } finally { while (true); } } });
    export const getterLoop = query({ args: {}, handler: async () => { throw { get constructor() { while (true); } }; } });
    const storage = new AsyncLocalStorage(), loops = () => { while (true); };
    export const resourceLoop = query({ args: {}, handler: async () => new AsyncResource("r").runInAsyncScope(loops) });
    export const boundLoop = query({ args: {}, handler: async () => AsyncLocalStorage.bind(loops)() });
    export const storageLoop = query({ args: {}, handler: () => storage.run("looping", loops) });
    export const stored = query({ args: {}, handler: async (ctx) => [storage.getStore() ?? null, await ctx.db.query("none").first()] });
    export const listener = mutation({ args: {}, handler: async () => { const c = new AbortController(); c.signal.onabort = () => { throw new Error("in a listener"); }; try { c.abort(); } catch {} const t = new EventTarget(); t.addEventListener("x", () => { throw new Error("in another"); }); t.dispatchEvent(new Event("x")); return "went on"; } });
    export const makes = query({ args: {}, handler: async () => [() => new Function("a", "return a + 2")(1), () => eval("1 + 2"), () => (() => {}).constructor("return 1")()].map((make) => { try { return make(); } catch (error) { return [error instanceof EvalError, error.message]; } }) });
    export const makesInAction = action({ args: {}, handler: async () => new Function("a", "return a + 2")(1) });
    export const stack = query({ args: {}, handler: async () => { const deep = () => deep(); deep(); } });`,
  };
  const call = async (
    kind: "query" | "mutation",
    path: string,
    args: Record<string, unknown> = {},
  ) => {
    const response = await fetch(`${engine.url}/api/${kind}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path, args }),
    });
    return (await response.json()) as {
      value?: unknown;
      errorMessage?: string;
    };
  };

  beforeAll(async () => {
    engine = await openTestEngine({
      sources,
      mode: "child",
      userTime: USER_TIME,
    });
  });
  afterAll(() => engine.close());

  test("[FN33] no constructor that code can reach leads to the engine's process", async () => {
    const args = { value: { a: [1], b: "x" } };
    const { value: count } = await call("query", "escape:count", args);
    expect(count).toBeGreaterThan(500);
    const seen = await call("query", "escape:process_", args);
    expect(seen).toMatchObject({ value: [] });
  });

  test("[FN33] all objects that code can reach, errors too, belong to the realm", async () => {
    const args = { value: { a: [1], b: "x" } };
    const seen = await call("query", "escape:strangers", args);
    expect(seen).toMatchObject({ value: [] });
  });

  test("[FN33] queries and mutations cannot make code from strings, as in the backend; actions can", async () => {
    const refused = [
      true,
      "Code generation from strings disallowed for this context",
    ];
    const seen = (await call("query", "run:makes")).value;
    expect(seen).toEqual([refused, refused, refused]);
    const response = await fetch(`${engine.url}/api/action`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: "run:makesInAction", args: {} }),
    });
    expect(await response.json()).toMatchObject({ value: 3 });
  });

  test.for([
    ["query", "loop"],
    ["query", "loopLater"],
    ["mutation", "loopInMutation"],
    ["query", "promises"],
    ["query", "regexp"],
    ["query", "finallyLoop"],
    ["query", "getterLoop"],
    ["query", "resourceLoop"],
    ["query", "boundLoop"],
    ["query", "storageLoop"],
  ] as const)(
    "[FN34] a %s that does not stop is ended and others are served (%s)",
    async ([kind, name]) => {
      const before = (await call("mutation", "run:add")).value as number;
      const [stuck, next] = await Promise.all([
        call(kind, `run:${name}`),
        call("mutation", "run:add"),
      ]);
      expect(stuck.errorMessage).toContain(
        `Function execution timed out (maximum duration: ${USER_TIME / 1000}s)`,
      );
      expect(next.value).toBe(before + 1);
      expect((await call("query", "run:stored")).value).toEqual([null, null]);
    },
  );

  test("[FN34] a stack overflow is an error like any other", async () => {
    expect((await call("query", "run:stack")).errorMessage).toContain(
      "Uncaught RangeError: Maximum call stack size exceeded",
    );
  });

  test("[FN34] a listener that fails ends its call and not the engine", async () => {
    const failed = await call("mutation", "run:listener");
    expect(failed.errorMessage).toContain("Uncaught Error: in another");
    // Errors left behind are thrown before this call is answered.
    const seen = (await call("mutation", "run:add")).value;
    expect(seen).toEqual(expect.any(Number));
    expect((await call("mutation", "run:add")).value).toEqual(
      expect.any(Number),
    );
    expect(engine.errors.join("")).not.toContain("uncaught error");
  });

  test.for([
    ["query", "reads", "Error: nobody waits\n    at boom ("],
    ["query", "stuck", "Error: nobody waits"],
    ["query", "data", 'ConvexError: {"kind":"Meant"}'],
    ["mutation", "rejects", "Error: nobody waits"],
    ["mutation", "later", "Error: nobody waits"],
    ["mutation", "waiting", "Error: nobody waits"],
    ["mutation", "nested", "Error: nobody waits"],
    [
      "mutation",
      "inserts",
      'Error: Function "[Function]" is not a supported Convex type',
    ],
    ["mutation", "patches", "Error: Update on nonexistent document ID"],
  ] as const)(
    "[FN39] a %s with an unhandled rejection fails and leaves nothing behind (%s)",
    async ([kind, name, text]) => {
      const [failed, neighbour] = await Promise.all([
        call(kind, `floats:${name}`),
        call("query", "floats:caught"),
      ]);
      expect(failed.errorMessage).toContain(`Uncaught ${text}`);
      expect(neighbour.value).toBe("nobody waits");
      expect((await call("query", "floats:count")).value).toBe(0);
      expect(engine.errors.join("")).not.toContain("nobody waits");
    },
  );

  test("[FN39] the value of a rejection cannot hold up the engine", async () => {
    expect((await call("query", "floats:getter")).errorMessage).toContain(
      "Function execution timed out",
    );
  });

  test("[FN16] work that was not awaited still runs to its end", async () => {
    await call("mutation", "floats:goesOn", { kind: "x" });
    expect((await call("query", "floats:wentOn")).value).toBe(3);
  });
});
