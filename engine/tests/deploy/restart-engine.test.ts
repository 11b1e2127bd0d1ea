import fs from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { makeFunctionReference } from "convex/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { Journal } from "../../storage/journal/journal.ts";
import { makeIssuer } from "../auth/issuer.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { httpClient } from "../sync/clients.ts";

const issuer = makeIssuer("https://issuer.test");

/** For an audience that is not configured. */
const token = () =>
  issuer.token(
    { sub: "someone", aud: "anybody", exp: Date.now() / 1000 + 600 },
    { alg: "ES256" },
  );

const SOURCES = {
  "auth.config.ts": `export default { providers: [{ type: "customJwt", issuer: process.env.ISSUER,
    jwks: "data:application/json;base64,${Buffer.from(JSON.stringify(issuer.jwks())).toString("base64")}", algorithm: "ES256" }] };`,
  "schema.ts": `import { defineSchema, defineTable } from "convex/server"; import { v } from "convex/values";
    export default defineSchema({ notes: defineTable({ text: v.string() }).index("by_text", ["text"]).searchIndex("found", { searchField: "text" }) });`,
  "crons.ts": `import { cronJobs, makeFunctionReference } from "convex/server";
    const crons = cronJobs();
    crons.monthly("bill", { day: 1, hourUTC: 3 }, makeFunctionReference("notes:add"), { text: "cron" });
    export default crons;`,
  "http.ts": `import { httpRouter, httpActionGeneric } from "convex/server";
    const http = httpRouter();
    http.route({ path: "/hello", method: "GET", handler: httpActionGeneric(async () => new Response(process.env.WORD)) });
    export default http;`,
  "act.ts": `"use node";
    import { actionGeneric } from "convex/server"; import { sep } from "node:path";
    export const node = actionGeneric(() => sep + process.env.WORD);`,
  "notes.ts": `import { internalMutationGeneric, queryGeneric } from "convex/server"; import { v } from "convex/values";
    const word = process.env.WORD;
    export const add = internalMutationGeneric({ args: { text: v.string() }, handler: (ctx, { text }) => ctx.db.insert("notes", { text }) });
    export const all = queryGeneric({ args: {}, handler: async (ctx) => ({
      word,
      who: (await ctx.auth.getUserIdentity())?.subject ?? null,
      byText: (await ctx.db.query("notes").withIndex("by_text", (q) => q.gte("text", "")).collect()).map(({ text }) => text),
      found: (await ctx.db.query("notes").withSearchIndex("found", (q) => q.search("text", "kept")).collect()).length,
    }) });`,
};

async function answersOf(engine: TestEngine) {
  const client = httpClient(engine.url);
  client.setAuth(token());
  const hello = await fetch(`${engine.siteUrl}/hello`);
  return {
    all: (await client.query(
      makeFunctionReference<"query">("notes:all"),
    )) as unknown,
    node: await engine.run("act:node"),
    hello: [hello.status, await hello.text()],
    spec: await engine.run("_system/cli/modules:apiSpec"),
    env: await engine.run("_system/cli/queryEnvironmentVariables"),
  };
}

test("[DE32] [DE39] a deployment answers the same after kill -9, and so do later changes of its variables", async () => {
  let engine = await openTestEngine({
    mode: "child",
    sources: SOURCES,
    env: { ISSUER: "https://issuer.test", WORD: "first" },
  });
  onTestFinished(() => engine.close());
  await engine.run("notes:add", { text: "kept" });
  const before = await answersOf(engine);
  expect(before).toMatchObject({
    all: { word: "first", who: "someone", byText: ["kept"], found: 1 },
    node: "/first",
    hello: [200, "first"],
  });
  await engine.kill();
  engine = await engine.restart();
  expect(await answersOf(engine)).toEqual(before);

  // A variable decides who may sign in. Like the push, it survives a restart.
  await engine.setEnv({ ISSUER: "https://other.test", WORD: "second" });
  await expect(answersOf(engine)).rejects.toThrow("No auth provider found");
  await expect(engine.setEnv({ ISSUER: null })).rejects.toThrow(
    "Environment variable ISSUER is used in auth config file but its value was not set",
  );
  await engine.kill();
  engine = await engine.restart();
  await expect(answersOf(engine)).rejects.toThrow("No auth provider found");
  await engine.setEnv({ ISSUER: "https://issuer.test" });
  expect(await answersOf(engine)).toMatchObject({
    all: { word: "second", who: "someone" },
    hello: [200, "second"],
  });
});

test("[DE40] functions that cannot be evaluated at start show in /health; jobs wait until another environment fixes them", async () => {
  const first = await openTestEngine({
    sources: {
      "home.ts": `import { internalMutationGeneric, mutationGeneric, makeFunctionReference, queryGeneric } from "convex/server";
        if (process.env.HOME_URL !== undefined && process.env.HOME_URL !== process.env.CONVEX_CLOUD_URL) throw new Error("not at home");
        export const add = internalMutationGeneric((ctx) => ctx.db.insert("notes", {}));
        export const later = mutationGeneric((ctx) => ctx.scheduler.runAfter(500, makeFunctionReference("home:add")));
        export const count = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).length);`,
    },
  });
  onTestFinished(() => first.close());
  await expect(first.setEnv({ HOME_URL: "elsewhere" })).rejects.toThrow(
    "not at home",
  );
  await first.setEnv({ HOME_URL: first.url });
  await first.run("home:later");
  const { data } = first;
  await first.stop();

  const engine = await openTestEngine({ data });
  onTestFinished(() => engine.close());
  const health = await fetch(`${engine.url}/health`);
  expect(health.status).toBe(503);
  expect(await health.text()).toContain("not at home");
  expect(engine.errors.join()).toContain("not at home");
  await expect(engine.run("home:count")).rejects.toThrow("home:count");
  // Step by step: a change that does not help is accepted too.
  await engine.setEnv({ OTHER: "1" });
  // Jobs do not start after a change that the disk refuses.
  const spy = vi.spyOn(Journal.prototype, "write").mockImplementation(() => {
    throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
  });
  onTestFinished(() => spy.mockRestore());
  await expect(engine.setEnv({ HOME_URL: null })).rejects.toThrow();
  spy.mockRestore();
  await vi.waitFor(() => engine.setEnv({ OTHER: "2" }));
  await engine.setEnv({ HOME_URL: null });
  expect((await fetch(`${engine.url}/health`)).status).toBe(200);
  await vi.waitFor(
    async () => expect(await engine.run("home:count")).toBe(1),
    5000,
  );
});

test('[DE45] a start evaluates no "use node" module and writes none to disk; the first action does', async () => {
  const place = fs.mkdtempSync(join(tmpdir(), "engine-seen-"));
  onTestFinished(() => fs.rmSync(place, { recursive: true }));
  const file = join(place, "seen");
  fs.writeFileSync(file, "");
  const seen = () => fs.readFileSync(file, "utf8").length;
  const first = await openTestEngine({
    env: { SEEN: file },
    sources: {
      "act.ts": `"use node";
        import { actionGeneric } from "convex/server"; import { v } from "convex/values"; import { appendFileSync } from "node:fs";
        appendFileSync(process.env.SEEN, "x");
        export const act = actionGeneric({ args: { n: v.number() }, handler: (_, { n }) => { if (n === 0) throw new Error("zero"); return n; } });`,
      "plain.ts": `import { queryGeneric } from "convex/server"; export const one = queryGeneric(() => 1);`,
    },
  });
  onTestFinished(() => first.close());
  const { data } = first;
  await first.stop();
  const before = seen();
  fs.rmSync(join(data, "modules"), { recursive: true });

  const engine = await openTestEngine({ data, mode: "child" });
  onTestFinished(() => engine.close());
  expect(await engine.run("plain:one")).toBe(1);
  await expect(engine.run("act:act", { n: "1" })).rejects.toThrow(
    "ArgumentValidationError",
  );
  expect(seen()).toBe(before);
  const written = fs.readdirSync(join(data, "modules"), {
    withFileTypes: true,
  });
  expect(written.filter((entry) => entry.isDirectory())).toEqual([]);
  expect(await engine.run("act:act", { n: 1 })).toBe(1);
  expect(seen()).toBe(before + 1);
  // Its source map survived too.
  await expect(engine.run("act:act", { n: 0 })).rejects.toThrow("act.ts:4:");
});

test("[DE46] a start with the same code and variables evaluates modules on first call; any other start evaluates all", async () => {
  const HOUR = 3_600_000;
  const first = await openTestEngine({
    env: { UNTIL: String(Date.now() + HOUR) },
    sources: {
      "late.ts": `import { queryGeneric } from "convex/server";
        if (Date.now() > Number(process.env.UNTIL)) throw new Error("too late");
        export const one = queryGeneric(() => 1);`,
      "plain.ts": `import { queryGeneric } from "convex/server"; export const two = queryGeneric(async (ctx) => (await ctx.runQuery("plain:one")) + 1); export const one = queryGeneric(() => 1);`,
    },
  });
  onTestFinished(() => first.close());
  expect(await first.run("late:one")).toBe(1);
  const { data, ports } = first;
  await first.stop();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * HOUR });
  onTestFinished(() => void vi.useRealTimers());

  const engine = await openTestEngine({ data, ports });
  onTestFinished(() => engine.close());
  expect((await fetch(`${engine.url}/health`)).status).toBe(200);
  expect(await engine.run("plain:two")).toBe(2);
  await expect(engine.run("late:one")).rejects.toThrow("too late");
  await engine.stop();

  const other = await openTestEngine({
    ...{ data, ports },
    variables: { OTHER: "1" },
  });
  onTestFinished(() => other.close());
  const health = await fetch(`${other.url}/health`);
  expect(await health.text()).toContain("too late");
});

test("[DE43] variables that are not stored reach every kind of function and appear in no file", async () => {
  const { "auth.config.ts": _auth, "crons.ts": _crons, ...sources } = SOURCES;
  const WORD = "unstored-word-0123456789";
  const engine = await openTestEngine({
    sources,
    env: { WORD: "stored" },
    variables: { WORD },
  });
  onTestFinished(() => engine.close());
  expect(await engine.run("notes:all")).toMatchObject({ word: WORD });
  expect(await engine.run("act:node")).toBe(`${sep}${WORD}`);
  const hello = await fetch(`${engine.siteUrl}/hello`);
  expect(await hello.text()).toBe(WORD);
  const seen = await engine.admin("GET", "/api/v1/list_environment_variables");
  expect(seen).toEqual({ environmentVariables: { WORD: "stored" } });
  for (const name of fs.readdirSync(engine.data, {
    recursive: true,
  }) as string[]) {
    const file = join(engine.data, name);
    if (!fs.statSync(file).isFile()) continue;
    expect(fs.readFileSync(file).includes(WORD), name).toBe(false);
  }
});
