import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { EventLoopLag } from "../../metrics/event-loop.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { readMetrics } from "./read-metrics.ts";

const SOURCES = {
  "notes.ts": `
import { actionGeneric as action, internalMutationGeneric as internalMutation, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { ConvexError, v } from "convex/values";
export const list = query({ args: { tag: v.optional(v.string()) }, handler: (ctx) => ctx.db.query("notes").collect() });
export const add = mutation({ args: { text: v.string() }, handler: (ctx, { text }) => ctx.db.insert("notes", { text }) });
export const no = query({ args: {}, handler: async () => { throw new ConvexError({ kind: "No" }); } });
export const boom = query({ args: {}, handler: async () => { throw new Error("boom"); } });
export const hidden = internalMutation({ args: {}, handler: async () => null });
export const twice = action({ args: {}, handler: async (ctx) => {
  for (const text of ["one", "two"]) await ctx.runMutation("notes:add", { text });
} });
export const wait = action({ args: { url: v.string() }, handler: async (_ctx, { url }) => { await fetch(url); } });
export const waitLater = mutation({ args: { url: v.string(), times: v.number() }, handler: async (ctx, { url, times }) => {
  for (let i = 0; i < times; i++) await ctx.scheduler.runAfter(0, "notes:wait", { url });
} });
`,
  "http.ts": `
import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
const http = httpRouter();
const answer = (status) => httpAction(async () => new Response(null, { status }));
http.route({ path: "/fine", method: "GET", handler: answer(204) });
http.route({ pathPrefix: "/files/", method: "GET", handler: answer(404) });
http.route({ path: "/files/broken", method: "GET", handler: answer(500) });
export default http;
`,
};

const METRICS_KEY = "metrics|0123456789";
const SECRET = "Ann+15550100001";
let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ sources: SOURCES, metricsKey: METRICS_KEY });
});
afterAll(() => engine.close());

const call = (kind: "query" | "mutation" | "action", path: string, args = {}) =>
  fetch(`${engine.url}/api/${kind}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path, args, format: "json" }),
  });

async function callsOf(name: string, kind: string) {
  const metrics = await readMetrics(engine);
  return Object.fromEntries(
    ["success", "refused", "failed", "fault"].flatMap((outcome) => {
      const count = metrics.get(
        `engine_calls_total{function="${name}",kind="${kind}",outcome="${outcome}"}`,
      );
      return count === undefined ? [] : [[outcome, count]];
    }),
  );
}

async function gauges(...names: string[]) {
  const metrics = await readMetrics(engine);
  return Object.fromEntries(
    names.map((name) => [name, metrics.get(`engine_${name}`)]),
  );
}

test("[OB1] the admin key and the metrics key open /metrics, and all others get 401", async () => {
  const ask = (authorization?: string, method = "GET") =>
    fetch(`${engine.url}/metrics`, {
      method,
      headers: authorization === undefined ? {} : { authorization },
    });
  for (const key of [engine.adminKey, METRICS_KEY])
    for (const scheme of ["Bearer", "Convex", "bearer"]) {
      const response = await ask(`${scheme} ${key}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe(
        "text/plain; version=0.0.4; charset=utf-8",
      );
      expect(await response.text()).toContain("\nengine_healthy 1\n");
    }
  const refused = [
    ...[undefined, "", "Bearer", `Basic ${METRICS_KEY}`, METRICS_KEY],
    ...[`Bearer ${METRICS_KEY}0`, "Bearer null", `Bearer ${METRICS_KEY} x`],
  ];
  for (const authorization of refused) {
    const response = await ask(authorization);
    expect(response.status).toBe(401);
    const seen: unknown = await response.json();
    expect(seen).toEqual({ code: "Unauthorized", message: "A key is needed." });
  }
});

test("[OB1] the metrics key opens nothing else", async () => {
  const asked = await Promise.all(
    ["/api/v1/list_environment_variables", "/api/get_config_hashes"].map(
      (path) =>
        fetch(`${engine.url}${path}`, {
          method: path.includes("list") ? "GET" : "POST",
          headers: { authorization: `Convex ${METRICS_KEY}` },
        }),
    ),
  );
  expect(asked.map(({ status }) => status)).toEqual([401, 401]);
});

test("[OB2] calls are counted by function, kind and outcome, nested ones too", async () => {
  await call("query", "notes:list");
  await call("query", "notes.js:list");
  await call("query", "notes:list", { tag: 5 });
  await call("query", "notes:no");
  await call("query", "notes:boom");
  await call("action", "notes:twice");
  const seen = await callsOf("notes:list", "query");
  expect(seen).toEqual({ success: 2, refused: 1 });
  expect(await callsOf("notes:no", "query")).toEqual({ refused: 1 });
  expect(await callsOf("notes:boom", "query")).toEqual({ failed: 1 });
  expect(await callsOf("notes:twice", "action")).toEqual({ success: 1 });
  expect(await callsOf("notes:add", "mutation")).toEqual({ success: 2 });
});

test("[OB2] names and values that callers send do not appear in the metrics", async () => {
  // Only lines about calls. Others appear once the process has run for a while.
  const ofCalls = (metrics: ReadonlyMap<string, number>) =>
    [...metrics.keys()].filter((key) => key.startsWith("engine_call")).length;
  const lines = ofCalls(await readMetrics(engine));
  for (let i = 0; i < 20; i++) {
    await call("query", `${SECRET}:${i}`);
    await call("mutation", "notes:hidden", { [`x${i}`]: SECRET });
    await fetch(`${engine.siteUrl}/${SECRET}/${i}`);
    await fetch(`${engine.siteUrl}/files/${SECRET}${i}`);
  }
  const metrics = await readMetrics(engine);
  expect(await callsOf("(none)", "query")).toEqual({ refused: 20 });
  expect(await callsOf("notes:hidden", "mutation")).toEqual({ refused: 20 });
  expect(await callsOf("(none)", "httpAction")).toEqual({ refused: 20 });
  expect(await callsOf("GET /files/*", "httpAction")).toEqual({ refused: 20 });
  expect([...metrics.keys()].join("\n")).not.toContain("Ann");
  // Four series, each with one line for calls and sixteen for durations.
  expect(ofCalls(metrics) - lines).toBe(4 * 17);
});

test("[OB2] an HTTP action counts for the route that answers, an exact path before a prefix", async () => {
  await fetch(`${engine.siteUrl}/fine`);
  await fetch(`${engine.siteUrl}/files/broken`);
  expect(await callsOf("GET /fine", "httpAction")).toEqual({ success: 1 });
  const seen = await callsOf("GET /files/broken", "httpAction");
  expect(seen).toEqual({ failed: 1 });
});

test("[OB2] durations are a histogram", async () => {
  const before = await readMetrics(engine);
  await call("mutation", "notes:add", { text: "three" });
  const after = await readMetrics(engine);
  const labels = `function="notes:add",kind="mutation"`;
  const value = (name: string, rest = "") =>
    after.get(`engine_call_duration_seconds_${name}{${labels}${rest}}`) ?? NaN;
  const buckets = [...after.keys()].filter((key) =>
    key.startsWith(`engine_call_duration_seconds_bucket{${labels}`),
  );
  const counts = buckets.map((key) => after.get(key) ?? NaN);
  expect(counts).toHaveLength(14);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(value("bucket", `,le="+Inf"`)).toBe(value("count"));
  expect(value("count")).toBe(3);
  const sum = `engine_call_duration_seconds_sum{${labels}}`;
  expect(value("sum")).toBeGreaterThan(before.get(sum) ?? NaN);
  expect(value("sum")).toBeLessThan(60);
});

test("[OB3] sockets, subscriptions, live queries and commits are counted", async () => {
  const before = await gauges("commits_total", "sockets", "subscriptions");
  const clients = [1, 2].map(() => new ConvexClient(engine.url));
  const list = makeFunctionReference<"query">("notes:list");
  await Promise.all(
    clients.map(
      (client) => new Promise((resolve) => client.onUpdate(list, {}, resolve)),
    ),
  );
  expect(
    await gauges("sockets", "subscriptions", "live_queries", "commits_total"),
  ).toEqual({
    sockets: 2,
    subscriptions: 2,
    live_queries: 1,
    commits_total: before["commits_total"],
  });
  await call("mutation", "notes:add", { text: "four" });
  const { commits_total } = await gauges("commits_total");
  expect(commits_total).toBe(Number(before["commits_total"]) + 1);
  await Promise.all(clients.map((client) => client.close()));
  await vi.waitFor(async () =>
    expect(await gauges("sockets", "subscriptions", "live_queries")).toEqual({
      sockets: 0,
      subscriptions: 0,
      live_queries: 0,
    }),
  );
});

test("[OB3] running actions and running, due and overdue scheduled functions are counted", async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => void held.push(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const began = Date.now();
  await call("mutation", "notes:waitLater", { url, times: 10 });
  const names = ["actions_running", "scheduled_running", "scheduled_due"];
  await vi.waitFor(async () =>
    expect(await gauges(...names)).toEqual({
      actions_running: 8,
      scheduled_running: 8,
      scheduled_due: 2,
    }),
  );
  const overdue = () => gauges("scheduled_overdue_seconds");
  const { scheduled_overdue_seconds: late } = await overdue();
  expect(late).toBeGreaterThan(0);
  expect(late).toBeLessThanOrEqual((Date.now() - began) / 1000);
  server.on("request", (_request, response) => response.end());
  for (const response of held) response.end();
  await vi.waitFor(async () =>
    expect(await gauges(...names)).toEqual({
      actions_running: 0,
      scheduled_running: 0,
      scheduled_due: 0,
    }),
  );
  expect(await overdue()).toEqual({ scheduled_overdue_seconds: 0 });
  server.close();
});

test("[OB4] the sizes of the disk and the time of the last backup are reported", async () => {
  const disk = () =>
    gauges("database_bytes", "disk_free_bytes", "disk_size_bytes");
  const { database_bytes, disk_free_bytes, disk_size_bytes } = await disk();
  expect(database_bytes).toBeGreaterThan(4096);
  expect(disk_free_bytes).toBeGreaterThan(0);
  expect(disk_size_bytes).toBeGreaterThan(Number(disk_free_bytes));
  const backup = () => gauges("last_backup_timestamp_seconds");
  expect(await backup()).toEqual({ last_backup_timestamp_seconds: undefined });
  const mark = join(engine.data, "last-backup");
  writeFileSync(mark, "");
  utimesSync(mark, 1_700_000_000, 1_700_000_000);
  const seen = await backup();
  expect(seen).toEqual({ last_backup_timestamp_seconds: 1_700_000_000 });
});

test("[OB4] an event loop that stood still is late for one period only", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  const lag = new EventLoopLag(100);
  const checkAfter = (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(20);
  };
  checkAfter(1000);
  // In seconds.
  expect(lag.last.max).toBeCloseTo(0.98);
  expect(lag.last.p50).toBeLessThanOrEqual(lag.last.p99);
  for (let check = 1; check <= 4; check += 1) checkAfter(20);
  expect(lag.last.max).toBeCloseTo(0.98);
  checkAfter(20);
  expect(lag.last.max).toBeLessThan(0.001);
  lag.stop();
  clock.mockRestore();
  vi.useRealTimers();
});
