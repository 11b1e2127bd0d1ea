import { describe, expect, test } from "vitest";
import { openTestEngine } from "../open-engine.ts";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "clock.ts": `
    const hash = (ctx) => crypto.subtle.digest("SHA-256", new Uint8Array(1 << 18));
    export const stands = query({ args: {}, handler: async () => {
      const times = [Date.now(), new Date().getTime(), performance.timeOrigin];
      for (let i = 0, x = 0; i < 3e6; i++) x += Math.sqrt(i);
      await hash();
      times.push(Date.now(), +new Date(), performance.timeOrigin);
      return { times, now: performance.now(), text: Date() === new Date().toString() };
    } });
    export const nested = query({ args: {}, handler: async (ctx) => [Date.now(), await ctx.runQuery(anyApi.clock.inner, {})] });
    export const inner = query({ args: {}, handler: async () => Date.now() });
    export const dates = query({ args: {}, handler: async () => ({
      instance: new Date() instanceof Date, parsed: Date.parse("2026-01-02T03:04:05Z"), utc: Date.UTC(2026, 0, 2),
      parts: new Date(2026, 0, 2, 3).toISOString(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      sub: new (class Mine extends Date {})(0).getTime(), prototype: Object.getPrototypeOf(new Date(0)).constructor === Date,
    }) });
    export const chance = query({ args: { n: v.number() }, handler: async (_ctx, { n }) => Array.from({ length: n }, () => Math.random()) });
    export const secrets = mutation({ args: {}, handler: async () => [crypto.randomUUID(), crypto.randomUUID(), Array.from(crypto.getRandomValues(new Uint8Array(16)))] });
    export const generates = query({ args: {}, handler: async () => { await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, true, ["sign"]); } });
    export const weak = query({ args: {}, handler: async () => new WeakRef({ kept: 1 }).deref().kept });`,
  "reach.ts": `
    export const reach = query({ args: { how: v.string() }, handler: async (_ctx, { how }) => {
      if (how === "fetch") await fetch("http://127.0.0.1:1/");
      if (how === "setTimeout") setTimeout(() => {}, 1);
      if (how === "setInterval") setInterval(() => {}, 1);
      if (how === "setImmediate") setImmediate(() => {});
      if (how === "import") { const other = "./shared.js"; await import(other); }
      if (how === "clear") { clearTimeout(1); clearInterval(1); return "nothing"; }
      if (how === "microtask") return await new Promise((resolve) => queueMicrotask(() => resolve("ran")));
      if (how === "shared") return [typeof SharedArrayBuffer, typeof Atomics, typeof globalThis.require, typeof globalThis.module, typeof global];
    } });
    export const reachInMutation = mutation({ args: {}, handler: async () => { await fetch("http://127.0.0.1:1/"); } });
    export const env = query({ args: {}, handler: async () => {
      process.env.NEW = "x";
      return [process.env.CONVEX_CLOUD_URL, process.env.CONVEX_SITE_URL, process.env.PATH ?? null, process.env.HOME ?? null,
        Object.keys(process.env).length, "CONVEX_SITE_URL" in process.env, process.env.constructor === Object || process.env.constructor === undefined, process.env.NEW ?? null];
    } });`,
  "wasm.ts": `
    // (module (func (export "add") (param i32 i32) (result i32) (i32.add (local.get 0) (local.get 1))))
    const BYTES = Uint8Array.from("0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b".match(/../g), (hex) => parseInt(hex, 16));
    const early = WebAssembly.instantiate(BYTES);
    export const adds = query({ args: {}, handler: async () => {
      const { module, instance } = await WebAssembly.instantiate(BYTES, {});
      const compiled = await WebAssembly.compile(BYTES);
      const again = await WebAssembly.instantiate(compiled);
      return [instance.exports.add(1, 2), again.exports.add(3, 4), (await early).instance.exports.add(5, 6),
        module instanceof WebAssembly.Module, again instanceof WebAssembly.Instance];
    } });
    export const broken = query({ args: {}, handler: () => WebAssembly.instantiate(new Uint8Array(8)).catch((error) => error.name) });`,
  "wrong.ts": `
    const locked = () => { const stream = new Blob(["x"]).stream(); stream.getReader(); return stream; };
    const SCRYPT = { N: 16, r: 1, p: 1, dkLen: 16 };
    const TRIES = {
      bind: () => AsyncLocalStorage.bind(5), resource: () => new AsyncResource(5), blob: () => new Blob("text"), noBlob: () => new Blob(null),
      locked: () => new Response(locked()), high: () => new Response("", { status: 600 }), broken: () => new Response("", { status: 200.5 }), json: () => Response.json(undefined), request: () => new Request(),
      listener: () => new EventTarget().removeEventListener("x"), event: () => new EventTarget().dispatchEvent(), form: () => new Response(new Uint8Array(1)).formData(),
      clone: () => structuredClone({ a: () => 1 }), symbol: () => structuredClone(Symbol("s")), headers: () => new Headers("a: b"), pair: () => new Headers([["a", "b", "c"]]),
      into: () => new TextEncoder().encodeInto("a", Object.create(Uint8Array.prototype)), other: () => new TextEncoder().encodeInto("a", new Uint16Array(4)), key: () => Object.getOwnPropertyDescriptor(CryptoKey.prototype, "type").get.call({}),
      password: () => crypto.scrypt("text", new Uint8Array(16), SCRYPT), salt: () => crypto.scrypt(new Uint8Array(16), "text", SCRYPT),
    };
    export const tried = query({ args: {}, handler: async () => {
      const seen = {};
      for (const [name, act] of Object.entries(TRIES)) seen[name] = await (async () => act())().then(() => "nothing", (e) => e.name + ": " + e.message);
      return seen;
    } });`,
  "shared.ts": `
    const storage = new AsyncLocalStorage();
    export const imported = query({ args: {}, handler: async () => MADE });
    const MADE = Date.now();
    export const scoped = query({ args: { name: v.string() }, handler: (ctx, { name }) => storage.run(name, async () => {
      const seen = [storage.getStore()];
      await crypto.subtle.digest("SHA-256", new Uint8Array(1 << 18));
      seen.push(storage.getStore());
      await ctx.db.query("none").collect();
      seen.push(storage.getStore());
      return seen;
    }) });
    export const works = query({ args: {}, handler: async () => {
      const text = "grüße 👋";
      const bytes = new TextEncoder().encode(text);
      const hash = await crypto.subtle.digest("SHA-256", bytes), long = await crypto.subtle.digest("SHA-256", new Uint8Array(1 << 18));
      const digest = new Uint8Array(hash);
      const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
      const signature = await crypto.subtle.sign("HMAC", key, bytes);
      const url = new URL("/a?b=1#c", "https://x.test");
      const copy = structuredClone({ d: new Date(5), m: new Map([[1, { a: 1n }]]) });
      return { back: new TextDecoder().decode(bytes) === text, digest: digest.length, own: [signature, hash, long].every((made) => made instanceof ArrayBuffer),
        verified: await crypto.subtle.verify("HMAC", key, signature, bytes), url: [url.pathname, url.searchParams.get("b"), url.hash],
        base64: atob(btoa("abc")), headers: new Headers({ A: "1" }).get("a"), body: await new Response("text").text(),
        json: (await new Request("https://x.test", { method: "POST", body: '{"a":[1]}' }).json()).a instanceof Array,
        blob: await new Blob(["ab", "cd"]).text(), clone: copy.d instanceof Date && copy.m.get(1).a === 1n, hex: new Uint8Array([255]).toHex() };
    } });
    export const tags = query({ args: {}, handler: async () => [new TextEncoder(), new TextDecoder(), new Event("x"), new EventTarget(), new AbortController(), new AbortController().signal, new URL("https://x.test"), new Blob([])].map((one) => Object.prototype.toString.call(one)) });
    export const undefinedParts = query({ args: {}, handler: async () => [
      String(new URLSearchParams({ q: "x", cursor: undefined })), String(new URLSearchParams([["a", undefined], [undefined, null]])),
      [...new Headers({ a: undefined, b: null })], [...new Headers([["c", undefined]])], [...new Headers(null)],
    ] });
    export const badUrl = query({ args: {}, handler: async () => { try { new URL("nope"); } catch (e) { return e instanceof TypeError; } } });`,
});

describe("time and randomness", () => {
  test("[FN9] time stands still during a call, nested calls and waits included", async () => {
    const before = Date.now();
    const { times, now, text } = (await app().query("clock:stands")) as {
      times: number[];
      now: number;
      text: boolean;
    };
    expect(new Set(times).size).toBe(1);
    expect(times[0]).toBeGreaterThanOrEqual(before);
    expect(times[0]).toBeLessThanOrEqual(Date.now());
    expect({ now, text }).toEqual({ now: 0, text: true });
    const [outer, inner] = (await app().query("clock:nested")) as number[];
    expect(inner).toBe(outer);
  });

  test("[FN9] Date otherwise works as in JavaScript, in UTC", async () => {
    expect(await app().query("clock:dates")).toEqual({
      instance: true,
      parsed: Date.UTC(2026, 0, 2, 3, 4, 5),
      utc: Date.UTC(2026, 0, 2),
      parts: "2026-01-02T03:00:00.000Z",
      zone: "UTC",
      sub: 0,
      prototype: true,
    });
  });

  test("[FN9] the time that a module saw at import stays the same across calls", async () => {
    const [first, second] = [
      await app().query("shared:imported"),
      await app().query("shared:imported"),
    ];
    expect(second).toBe(first);
    expect(first).toBeLessThanOrEqual(Date.now());
  });

  test("[FN9] Math.random is seeded anew for each call", async () => {
    const draw = async () =>
      (await app().query("clock:chance", { n: 50 })) as number[];
    const [a, b] = [await draw(), await draw()];
    expect(a).not.toEqual(b);
    expect(new Set(a).size).toBeGreaterThan(45);
    expect(a.every((x) => x >= 0 && x < 1)).toBe(true);
  });

  test("[FN9] random bytes differ in each call, and keys cannot be generated", async () => {
    const [a, b] = [
      await app().mutation("clock:secrets"),
      await app().mutation("clock:secrets"),
    ] as [unknown[], unknown[]];
    expect(new Set([a[0], a[1], b[0], b[1]]).size).toBe(4);
    expect(a[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab]/);
    expect(a[2]).not.toEqual(b[2]);
    expect(await messageOf(app().query("clock:generates"))).toBe(
      "Uncaught Error: Can't use cryptographic randomness in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.",
    );
  });

  test("[FN9] a WeakRef still has its target", async () => {
    expect(await app().query("clock:weak")).toBe(1);
  });
});

describe("the outside world", () => {
  const refused = (what: string) =>
    `Uncaught Error: Can't use ${what} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`;

  test.for([
    ["fetch", "fetch()"],
    ["setTimeout", "setTimeout"],
    ["setInterval", "setInterval"],
    ["setImmediate", "setImmediate"],
  ] as const)("[FN10] %s is refused", async ([how, shown]) => {
    expect(await messageOf(app().query("reach:reach", { how }))).toBe(
      refused(shown),
    );
  });

  test("[FN10] mutations cannot fetch either", async () => {
    expect(await messageOf(app().mutation("reach:reachInMutation"))).toBe(
      refused("fetch()"),
    );
  });

  test("[FN10] nothing can be imported at run time", async () => {
    expect(await messageOf(app().query("reach:reach", { how: "import" }))).toBe(
      refused('import("./shared.js")'),
    );
  });

  test("[FN10] there is no shared memory and nothing of Node", async () => {
    const seen = await app().query("reach:reach", { how: "shared" });
    expect(seen).toEqual(Array(5).fill("undefined"));
    expect(await app().query("reach:reach", { how: "clear" })).toBe("nothing");
    expect(await app().query("reach:reach", { how: "microtask" })).toBe("ran");
  });

  test("[FN10] the environment is the deployment's, not the machine's; as on Convex, `in` finds nothing in it and writing has no effect", async () => {
    expect(await app().query("reach:env")).toEqual([
      "http://cloud.test",
      "http://site.test",
      null,
      null,
      0,
      false,
      true,
      null,
    ]);
  });
});

describe("web classes", () => {
  test("[FN11] text, URLs, bodies, hashes and clones work and return objects of the realm", async () => {
    expect(await app().query("shared:works")).toEqual({
      back: true,
      digest: 32,
      own: true,
      verified: true,
      url: ["/a", "1", "#c"],
      base64: "abc",
      headers: "1",
      body: "text",
      json: true,
      blob: "abcd",
      clone: true,
      hex: "ff",
    });
    expect(await app().query("shared:badUrl")).toBe(true);
  });

  test("[FN11] undefined becomes text in parameters and headers, as everywhere", async () => {
    expect(await app().query("shared:undefinedParts")).toEqual([
      "q=x&cursor=undefined",
      "a=undefined&undefined=null",
      [
        ["a", "undefined"],
        ["b", "null"],
      ],
      [["c", "undefined"]],
      [],
    ]);
  });

  test("[FN11] wrong arguments are refused with the backend's texts", async () => {
    const status =
      "RangeError: Failed to construct 'Response': The status provided is outside the range [200, 599].";
    const sequence =
      "TypeError: Failed to construct 'Blob': parameter 1 is not a sequence.";
    const headers = "TypeError: Failed to construct 'Headers': Invalid value";
    expect(await app().query("wrong:tried")).toEqual({
      bind: "TypeError: fn must be a function",
      resource: "TypeError: type must be a string",
      blob: sequence,
      noBlob: sequence,
      locked: "TypeError: Body object should not be disturbed or locked",
      high: status,
      broken: status,
      json: "TypeError: Failed to execute 'json' on 'Response': The data is not JSON serializable",
      request: "TypeError: Request URL is undefined",
      listener:
        "TypeError: Failed to execute 'removeEventListener' on 'EventTarget': 2 arguments required, but only 1 present.",
      event:
        "TypeError: Failed to execute 'dispatchEvent' on 'EventTarget': 1 argument required, but only 0 present.",
      form: "TypeError: Missing content type",
      clone: "DataCloneError: () => 1 could not be cloned.",
      symbol: "DataCloneError: Symbol(s) could not be cloned.",
      headers,
      pair: headers,
      into: "TypeError: TextEncoder.encodeInto: parameter 2 is not of type 'Uint8Array'.",
      other:
        "TypeError: TextEncoder.encodeInto: parameter 2 is not of type 'Uint8Array'.",
      key: "TypeError: Illegal invocation",
      password:
        "TypeError: crypto.scrypt: the password is not of type 'Uint8Array'.",
      salt: "TypeError: crypto.scrypt: the salt is not of type 'Uint8Array'.",
    });
  });

  test("[FN11] their tags name their classes", async () => {
    expect(await app().query("shared:tags")).toEqual(
      [
        "TextEncoder",
        "TextDecoder",
        "Event",
        "EventTarget",
        "AbortController",
        "AbortSignal",
        "URL",
        "Blob",
      ].map((name) => `[object ${name}]`),
    );
  });

  test("[FN11] AsyncLocalStorage keeps concurrent calls apart, even while they wait", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `call ${i}`);
    const seen = await Promise.all(
      names.map((name) => app().query("shared:scoped", { name })),
    );
    expect(seen).toEqual(names.map((name) => [name, name, name]));
  });
});

test("[FN42] WebAssembly is compiled and instantiated within a call and at import", async () => {
  expect(await app().query("wasm:adds")).toEqual([3, 7, 11, true, true]);
  expect(await app().query("wasm:broken")).toBe("CompileError");
});

test("[FN9] functions format and compare in US English, whatever the machine's language", async () => {
  const module = (kind: string) => `
    import { ${kind}Generic as define } from "convex/server";
    export default define(async () => [
      (1234.5).toLocaleString(), (1234n).toLocaleString(), [1234.5].toLocaleString(), new Date(0).toLocaleDateString(),
      "i".toLocaleUpperCase(), "I".toLocaleLowerCase(), "i".toLocaleUpperCase("tr"), "Z".localeCompare("ä"),
      Intl.NumberFormat().format(1.5), new Intl.NumberFormat(undefined, { style: "percent" }).format(0.5), new Intl.NumberFormat("de").format(1.5),
      new Intl.ListFormat() instanceof Intl.ListFormat, Intl.Collator.prototype.constructor === Intl.Collator, new Intl.Locale("tr").language,
    ]);`;
  const before = process.env["LC_ALL"];
  process.env["LC_ALL"] = "tr_TR.UTF-8";
  const engine = await openTestEngine({
    mode: "child",
    sources: {
      "query.ts": module("query"),
      "action.ts": module("action"),
    },
  }).finally(() => {
    if (before === undefined) delete process.env["LC_ALL"];
    else process.env["LC_ALL"] = before;
  });
  try {
    const spoken = [
      ...["1,234.5", "1,234", "1,234.5", "1/1/1970"],
      ...["I", "i", "İ", 1],
      ...["1.5", "50%", "1,5"],
      ...[true, true, "tr"],
    ];
    for (const path of ["query", "action"])
      expect(await engine.run(path)).toEqual(spoken);
  } finally {
    await engine.close();
  }
});
