import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { CallerHasGone, TooManyWaiting } from "../../memory/network-turns.ts";
import type { JsonObject } from "../../values/json.ts";
import { ANYONE, functionsOf, openTestFunctions } from "./open-functions.ts";

/** Limits of one network: actions until they end, and HTTP actions until they answer. */
const AT_ONCE = 64;
const UNANSWERED = 8;
const FLOOD = { ip: "198.51.100.1", userAgent: null };
const OTHER = { ip: "203.0.113.7", userAgent: null };
const THIRD = { ip: "192.0.2.9", userAgent: null };

const SOURCES = {
  "schema.ts": `export default defineSchema({ notes: defineTable({ text: v.string() }) });`,
  "acts.ts": `
    const thread = Math.random();
    export const waits = action({ args: { url: v.string() }, handler: async (_ctx, { url }) => { await (await fetch(url)).text(); return thread; } });
    export const hangs = action({ args: {}, handler: async (ctx) => { void ctx.runMutation(anyApi.acts.add, { text: "begun" }); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); } });
    export const echo = action({ args: {}, handler: async () => "echo" });
    export const add = mutation({ args: { text: v.string() }, handler: async (ctx, { text }) => { await ctx.db.insert("notes", { text }); } });
    export const addMany = action({ args: { count: v.number() }, handler: async (ctx, { count }) => { await Promise.all(Array.from({ length: count }, (_, i) => ctx.runMutation(anyApi.acts.add, { text: "many" }))); } });
    export const texts = query({ args: {}, handler: async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => text) });`,
  "http.ts": `
    const http = httpRouter();
    http.route({ path: "/waits", method: "GET", handler: httpAction(async (_ctx, request) => new Response(await (await fetch(new URL(request.url).searchParams.get("url"))).text())) });
    http.route({ path: "/webhook", method: "POST", handler: httpAction(async () => new Response("received")) });
    export default http;`,
};

/** A server that holds every answer until the test releases it, and records the requests. */
const held: { readonly path: string; readonly answer: ServerResponse }[] = [];
let isOpen = false;
const server = createServer((request, answer) => {
  held.push({ path: request.url ?? "", answer });
  if (isOpen) answer.end("done");
});
beforeAll(
  () => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)),
);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const app = functionsOf(SOURCES, { limits: { actionTime: 300_000 } });

function url(name: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/${name}`;
}

function begin(): void {
  held.length = 0;
  isOpen = false;
}

async function until(count: number): Promise<void> {
  while (held.length < count) await new Promise((r) => setImmediate(r));
}

function release(): void {
  isOpen = true;
  for (const { answer } of held) answer.end("done");
}

const came = (name: string) =>
  held.filter(({ path }) => path === `/${name}`).length;

const act = (
  path: string,
  args: JsonObject,
  info: typeof FLOOD,
  gone?: AbortSignal,
) => app().functions.runAction(`acts:${path}`, args, ANYONE, info, gone);

const KINDS = {
  actions: async (name: string, info: typeof FLOOD, gone?: AbortSignal) =>
    (await act("waits", { url: url(name) }, info, gone)).ok,
  "HTTP actions": async (
    name: string,
    info: typeof FLOOD,
    gone?: AbortSignal,
  ) => {
    const target = `http://site.test/waits?url=${encodeURIComponent(url(name))}`;
    const request = new Request(target, gone ? { signal: gone } : {});
    const { functions } = app();
    return (await functions.runHttpAction(request, ANYONE, info)).ok;
  },
};

test.for([
  ["actions", AT_ONCE],
  ["HTTP actions", UNANSWERED],
] as const)(
  "[HT34] %s of one network wait behind each other; other networks and jobs do not wait",
  async ([kind, most]) => {
    begin();
    const call = KINDS[kind];
    const flood = Array.from({ length: most + 6 }, () => call("flood", FLOOD));
    await until(most);
    const client = new AbortController();
    const left = call("left", FLOOD, client.signal);
    const said = expect(left).rejects.toThrow(CallerHasGone);
    const other = call("other", OTHER);
    await until(most + 1);
    expect([came("flood"), came("other")]).toEqual([most, 1]);
    client.abort();
    await said;
    // Actions of the scheduler and of this machine do not wait.
    const job = await app().functions.jobs.runAction("acts:echo", {}, null);
    expect(job.ok).toBe(true);
    release();
    for (const done of [...flood, other]) expect(await done).toBe(true);
    expect([came("flood"), came("left")]).toEqual([most + 6, 0]);
  },
);

test("[HT34] routes of one network take turns; when too many wait, the longest line gives way", async () => {
  begin();
  const call = KINDS["HTTP actions"];
  const flood = Array.from({ length: AT_ONCE + 1000 }, () =>
    call("flood", FLOOD).then(
      () => "served",
      (error: unknown) => error,
    ),
  );
  await until(UNANSWERED);
  const request = new Request("http://site.test/webhook", { method: "POST" });
  const webhook = app().functions.runHttpAction(request, ANYONE, FLOOD);
  expect(await flood.at(-1)).toBeInstanceOf(TooManyWaiting);
  // Frees a place among those under way and one among those that have not answered. Routes take turns for both.
  for (const { answer } of held.slice(0, 4)) answer.end("done");
  expect(await (await webhook).text()).toBe("received");
  release();
  const ends = await Promise.all(flood);
  expect(ends.filter((end) => end === "served")).toHaveLength(AT_ONCE + 999);
});

test("[HT34] calls that an action makes all at once take turns with calls of others", async () => {
  const { database } = app();
  let other: Promise<unknown> | undefined;
  const stop = database.onCommit(() => {
    other ??= app().mutation("acts:add", { text: "other" });
  });
  expect((await act("addMany", { count: 400 }, FLOOD)).ok).toBe(true);
  await other;
  stop();
  await app().action("acts:echo");
  const texts = (await app().query("acts:texts")) as string[];
  expect(texts).toHaveLength(401);
  expect(texts.indexOf("other")).toBeLessThan(40);
});

test("[FN48] one thread serves a network's actions, and other networks get another thread", async () => {
  begin();
  const threadOf = async (info: typeof FLOOD) => {
    const done = await act("waits", { url: url("thread") }, info);
    return done.ok && done.value;
  };
  const all = Array.from({ length: 6 }, () => threadOf(FLOOD));
  await until(6);
  const other = threadOf(OTHER);
  await until(7);
  release();
  const threads = new Set(await Promise.all(all));
  expect(threads.size).toBe(1);
  expect(threads).not.toContain(await other);
});

test("[FN48] endless actions of one network leave a thread for others, those of two leave one for jobs", async () => {
  const own = await openTestFunctions(SOURCES, {
    limits: { actionTime: 600_000, patience: 250 },
  });
  onTestFinished(() => own.close());
  const { functions, database } = own;
  let hanging = 0;
  database.onCommit(() => hanging++);
  const hang = (info: typeof FLOOD) =>
    void functions.runAction("acts:hangs", {}, ANYONE, info);
  const hung = async (count: number) => {
    while (hanging < count) await new Promise((r) => setTimeout(r, 5));
  };
  for (let i = 0; i < 4; i++) hang(FLOOD);
  await hung(2);
  const echo = await functions.runAction("acts:echo", {}, ANYONE, OTHER);
  expect(echo.ok).toBe(true);
  hang(THIRD);
  await hung(3);
  expect((await functions.jobs.runAction("acts:echo", {}, null)).ok).toBe(true);
  expect(hanging).toBe(3);
});
