import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "../../values/ids.ts";
import {
  ANYONE,
  functionsOf,
  messageOf,
  type Failed,
} from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({ notes: defineTable({ text: v.string() }) });`,
  "notes.ts": `
    export const add = internalMutation({ args: { text: v.string() }, returns: v.id("notes"), handler: (ctx, { text }) => ctx.db.insert("notes", { text }) });
    export const fails = internalMutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("notes", { text: "undone" }); throw new ConvexError({ why: "no", n: 5n }); } });
    export const texts = query({ args: {}, handler: async (ctx) => (await ctx.db.query("notes").collect()).map((n) => n.text) });
    export const jobs = query({ args: {}, handler: async (ctx) => (await ctx.db.system.query("_scheduled_functions").collect()).map(({ name, args, state }) => ({ name, args, state })) });`,
  "acts.ts": `
    export const badArgs = action({ args: {}, handler: (ctx) => ctx.runMutation(anyApi.notes.add, { text: 1 }) });
    export const missing = action({ args: {}, handler: (ctx) => ctx.runQuery(anyApi.notes.missing, {}) });
    export const hasNoDb = action({ args: {}, handler: async (ctx) => [typeof ctx.db, await Convex.asyncSyscall("1.0/insert", "{}").catch((e) => e.message)] });
    export const web = action({ args: { url: v.string() }, handler: async (_ctx, { url }) => {
      const before = Date.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
      const response = await fetch(url, { method: "POST", body: new URLSearchParams({ a: "1" }), headers: { "X-Test": "yes" } });
      const key = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, true, ["sign"]);
      const form = new FormData(); form.set("f", new Blob(["x"]));
      const storage = new AsyncLocalStorage();
      const stream = new Response("streamed").body.pipeThrough(new TextDecoderStream());
      let streamed = ""; for await (const part of stream) streamed += part;
      return { waited: Date.now() - before >= 15, body: await response.text(), status: response.status, key: key.type, form: form.get("f").size, als: storage.run(1, () => storage.getStore()), streamed,
        random: Math.random() !== Math.random(), env: [process.env.CONVEX_SITE_URL, process.env.HOME ?? null] };
    } });
    export const imports = action({ args: {}, handler: async () => { const path = "./missing.js"; await import(path); } });
    export const caught = action({ args: {}, handler: async () => { const path = "./missing.js"; return await import(path).catch((error) => error.message + error.stack); } });
    export const timer = action({ args: {}, handler: async () => { let n = 0; await new Promise((done) => { const t = setInterval(() => { if (++n === 3) { clearInterval(t); done(); } }, 1); }); return n; } });
    export const stores = action({ args: {}, handler: (ctx) => ctx.storage.store("x") });
    export const removes = action({ args: { id: v.string() }, handler: (ctx, { id }) => ctx.storage.delete(id) });
    export const schedules = action({ args: {}, handler: async (ctx) => { const id = await ctx.scheduler.runAfter(1000, anyApi.notes.add, { text: "later" }); await ctx.scheduler.runAfter(0, anyApi.notes.add, { text: "soon" }); await ctx.scheduler.cancel(id); } });
    export const throwsConvexError = action({ args: {}, handler: async () => { throw new ConvexError({ n: 5n }); } });
    export const passesOn = action({ args: {}, handler: (ctx) => ctx.runMutation(anyApi.notes.fails, {}) });
    export const crashes = action({ args: {}, handler: async () => globalThis.process.reallyExit(3) });
    export const hasNode = action({ args: {}, handler: async () => { let asked; try { require("fs"); } catch (error) { asked = error.message; } return [typeof Buffer, asked, Object.keys(process), typeof process.env.CONVEX_SITE_URL, self === globalThis]; } });
    export const echo = action({ args: { text: v.string() }, handler: async (_ctx, { text }) => text });`,
  "own.ts": `
    class Buffer { name = "own"; }
    globalThis.kept = Buffer;
    export const buffer = action({ args: {}, handler: async () => new Buffer().name });`,
  "nodes.ts": `"use node";
    import { createHash } from "node:crypto";
    import { readFileSync } from "node:fs";
    export const hash = action({ args: { text: v.string() }, returns: v.string(), handler: async (ctx, { text }) => { await ctx.runMutation(anyApi.notes.add, { text }); return createHash("sha256").update(text).digest("hex"); } });
    export const builtins = action({ args: {}, handler: async () => [typeof Buffer, typeof process.version, typeof readFileSync, process.env.CONVEX_CLOUD_URL, process.env.HOME ?? null, Intl.DateTimeFormat().resolvedOptions().timeZone] });`,
  "http.ts": `
    const http = httpRouter();
    http.route({ path: "/echo", method: "POST", handler: httpAction(async (ctx, request) => new Response(await request.text() + (await ctx.runQuery(anyApi.notes.texts, {})).length, { status: 201, headers: { "X-Own": request.headers.get("x-sent") ?? "" } })) });
    http.route({ path: "/throws", method: "GET", handler: httpAction(async () => { throw new Error("inside"); }) });
    http.route({ path: "/stalls", method: "GET", handler: httpAction(async () => new Response(new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode("begun")); } }))) });
    http.route({ path: "/nothing", method: "GET", handler: httpAction(async () => "no response") });
    export default http;`,
});

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    response.statusCode = 202;
    response.end(
      `${request.method} ${body} ${String(request.headers["x-test"])}`,
    );
  });
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

describe("calls", () => {
  test("[FN25] the calls of an action are validated, and a missing function is named", async () => {
    expect(await messageOf(app().action("acts:badArgs"))).toContain(
      "ArgumentValidationError: Value does not match validator.\nPath: .text",
    );
    expect(await messageOf(app().action("acts:missing"))).toContain(
      "Could not find public function for 'notes:missing'.",
    );
  });

  test("[FN25] an action has no database", async () => {
    const seen = await app().action("acts:hasNoDb");
    expect(seen).toEqual(["undefined", "Unknown async operation 1.0/insert"]);
  });

  test("[FN25] a ConvexError's data comes through, thrown by the action or by a function it calls", async () => {
    const dataOf = (path: string) =>
      app()
        .action(path)
        .catch((error: Failed) => error.failure.data);
    expect(await dataOf("acts:throwsConvexError")).toEqual({
      n: { $integer: "BQAAAAAAAAA=" },
    });
    const seen = await dataOf("acts:passesOn");
    expect(seen).toEqual({ n: { $integer: "BQAAAAAAAAA=" }, why: "no" });
  });

  test("[FN25] an action schedules and cancels jobs", async () => {
    await app().action("acts:schedules");
    expect(await app().query("notes:jobs")).toEqual([
      {
        name: "notes.js:add",
        args: [{ text: "later" }],
        state: { kind: "canceled" },
      },
      {
        name: "notes.js:add",
        args: [{ text: "soon" }],
        state: { kind: "pending" },
      },
    ]);
  });
});

describe("what actions have", () => {
  test("[FN26] fetch, timers, randomness, keys, streams, forms and the deployment's environment", async () => {
    expect(await app().action("acts:web", { url })).toEqual({
      waited: true,
      body: "POST a=1 yes",
      status: 202,
      key: "secret",
      form: 1,
      als: 1,
      streamed: "streamed",
      random: true,
      env: ["http://site.test", null],
    });
    expect(await app().action("acts:timer")).toBe(3);
  });

  test("[FN26] import errors do not reveal where the engine's files are", async () => {
    const message = await messageOf(app().action("acts:imports"));
    const caught = await app().action("acts:caught");
    for (const text of [message, String(caught)]) {
      expect(text).toContain("missing.js");
      expect(text).not.toMatch(/file:|\/modules\/|\/tmp\//);
    }
  });

  test("[FN26] the default runtime has only process.env of Node, unless a module defines more", async () => {
    expect(await app().action("acts:hasNode")).toEqual([
      ...["undefined", 'Dynamic require of "fs" is not supported'],
      ...[["env"], "string", true],
    ]);
    expect(await app().action("own:buffer")).toBe("own");
  });

  test('[FN26] "use node" files also have Node\'s modules', async () => {
    expect(await app().action("nodes:hash", { text: "abc" })).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(await app().query("notes:texts")).toContain("abc");
    expect(await app().action("nodes:builtins")).toEqual([
      "function",
      "string",
      "function",
      "http://cloud.test",
      null,
      "UTC",
    ]);
  });

  test("[FN26] what is no file is neither stored nor deleted", async () => {
    expect(await messageOf(app().action("acts:stores"))).toContain(
      "store() expects a Blob",
    );
    const id = newId(app().store.catalog.table("notes")?.number ?? 0);
    expect(await messageOf(app().action("acts:removes", { id }))).toContain(
      `storage id ${id} not found`,
    );
  });
});

test("[FN27] how actions end: code that ends its thread fails, and another thread serves the next action", async () => {
  expect(await messageOf(app().action("acts:crashes"))).toContain(
    "The runtime of actions crashed",
  );
  expect(await app().action("acts:echo", { text: "alive" })).toBe("alive");
});

describe("HTTP actions", () => {
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const request = new Request(`http://site.test${path}`, { method, ...init });
    return app().functions.runHttpAction(request, ANYONE);
  };

  test("[FN28] a handler that throws or returns no Response is a 500 with its trace", async () => {
    const thrown = await send("GET", "/throws");
    expect(thrown.status).toBe(500);
    const { code, trace } = (await thrown.json()) as Record<string, string>;
    expect(code).toMatch(
      /^\[Request ID: \w{16}\] Server Error: Uncaught Error: inside$/,
    );
    expect(trace).toMatch(/^Uncaught Error: inside\n {4}at .*http\.ts:/);
    const nothing = await send("GET", "/nothing");
    expect(nothing.status).toBe(500);
    expect(((await nothing.json()) as { code: string }).code).toContain(
      "HTTP actions must return a Response",
    );
  });

  test("[HT29] an answer that is still being sent after the action's ten minutes breaks off", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const reader = (await send("GET", "/stalls")).body?.getReader();
      const first = await reader?.read();
      expect(new TextDecoder().decode(first?.value)).toBe("begun");
      const rest = reader?.read();
      vi.advanceTimersByTime(600_000);
      await expect(rest).rejects.toThrow(
        "Function execution timed out (maximum duration: 600s)",
      );
    } finally {
      vi.useRealTimers();
    }
  });
});
