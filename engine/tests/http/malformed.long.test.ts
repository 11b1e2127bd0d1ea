import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { RawClient } from "../sync/raw-client.ts";

const SOURCES = {
  "schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({ notes: defineTable(v.any()).index("by_n", ["n"]) });`,
  "f.ts": `
    import { queryGeneric as query, mutationGeneric as mutation, actionGeneric as action } from "convex/server";
    import { v } from "convex/values";
    const args = { value: v.any(), id: v.optional(v.any()) };
    export const q = query({ args, handler: async (ctx, { value, id }) =>
      [value, id && await ctx.db.get(id), await ctx.db.query("notes").withIndex("by_n", (q) => q.eq("n", value)).first()] });
    export const page = query({ args: { value: v.any() }, handler: (ctx, { value }) => ctx.db.query("notes").paginate(value) });
    export const typed = query({ args: { value: v.union(v.id("notes"), v.int64(), v.bytes()) }, handler: () => null });
    export const m = mutation({ args, handler: (ctx, { value }) => ctx.db.insert("notes", { n: value }) });
    export const a = action({ args, handler: async (_ctx, { value }) => value });`,
  "http.ts": `
    import { httpRouter, httpActionGeneric } from "convex/server";
    const http = httpRouter();
    http.route({ path: "/echo", method: "POST", handler: httpActionGeneric(async (_ctx, request) => new Response(await request.text())) });
    export default http;`,
};

let engine: TestEngine;
let runs: number;
beforeAll(async () => {
  engine = await openTestEngine({ sources: SOURCES });
  runs = process.env["FAULTS"] === "full" ? 1000 : 60;
});
afterAll(() => engine.close());
beforeEach(() => void engine.errors.splice(0));

/** Inputs that our clients never send as a value. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc
    .tuple(
      fc.constantFrom("$integer", "$float", "$bytes", "$undefined", "$x", "a"),
      fc.oneof(
        fc.constantFrom("AAAA", "!!", "", "AAAAAAAAAAA=", "AAAAAAAA+D8=", "="),
        fc.base64String({ maxLength: 16 }),
        fc.jsonValue({ maxDepth: 1 }),
      ),
    )
    .map(([name, inner]) => ({ [name]: inner })),
  fc.constantFrom(
    { toString: null },
    { $integer: "AAAAAAAAAAA=", more: 1 },
    { cursor: "AAAA", numItems: 1 },
    { cursor: 5, numItems: "x", endCursor: {} },
    { cursor: null, numItems: -1 },
    { cursor: null, numItems: 1e308 },
    "0".repeat(32),
    "j57d3mq0wr1tgfa4vqvfmy8t8h6zyd7x",
    "\ud800",
    [[[]]],
    ...["@deep 65", "@deep 100", "@deep 5000"],
  ),
);
const path = fc.oneof(
  fc.constantFrom("f:q", "f:page", "f:typed", "f:m", "f:a", "f.js:q", "no:no"),
  fc.constantFrom(
    "",
    ":",
    "a:b:c",
    "_system/cli/tables",
    "../x",
    "f:__proto__",
  ),
);
/** An object in which any field may be anything. */
function mangled<T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) {
  const some = Object.entries(fields).map(
    ([name, good]) =>
      [name, fc.oneof({ weight: 5, arbitrary: good }, value)] as const,
  );
  return fc.record(Object.fromEntries(some), { requiredKeys: [] });
}
const args = fc.oneof(
  fc.record({ value }),
  fc.record({ value, id: value }),
  value,
);
const call = {
  path,
  args: fc.oneof(args, fc.tuple(args)),
  format: fc.constantFrom("json", "convex_encoded_json", undefined),
  ts: fc.constantFrom("AAAAAAAAAAA=", "AAAA", "//////////8="),
};

const withoutLog = () => expect(engine.errors).toEqual([]);

/** Expects an answer or a refusal, not a failure. */
async function post(
  route: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(`${engine.url}${route}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
  const text = await response.text();
  expect(response.status, `${route}: ${text}`).not.toBe(500);
  expect(text).not.toContain("InternalServerError");
  expect(text).not.toContain("Internal server error");
}

const check = <T>(arbitrary: fc.Arbitrary<T>, run: (one: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, run), { numRuns: runs });
const admin = () => ({ Authorization: `Convex ${engine.adminKey}` });

test("[HT25] malformed calls over HTTP are at worst refused", async () => {
  const routes = ["query", "mutation", "action", "query_at_ts", "run/f/q"];
  const batch = mangled({ queries: fc.array(mangled(call), { maxLength: 3 }) });
  await check(
    fc.tuple(mangled(call), batch, value),
    async ([one, several, anything]) => {
      for (const route of routes) await post(`/api/${route}`, text(one));
      await post("/api/query_batch", text(several));
      await post("/api/function", text(one), admin());
      await post("/api/action", text(anything));
      const query = new URLSearchParams({
        path: text(one["path"]),
        args: text(one["args"]),
      });
      const got = await fetch(`${engine.url}/api/query?${query.toString()}`);
      expect(got.status).not.toBe(500);
      await got.arrayBuffer();
    },
  );
  withoutLog();
});

test("[HT25] malformed credentials, uploads and HTTP action requests are at worst refused", async () => {
  const word = fc.oneof(
    fc.base64String({ maxLength: 60 }),
    fc.constantFrom("a.b.c", "e30.e30.e30", "x|y:e30", "x|y:!!", "%", "x:y"),
  );
  await check(fc.tuple(word, word, value), async ([one, other, anything]) => {
    const body = text(anything);
    for (const scheme of ["Bearer", "Convex", "Basic"])
      await post("/api/query", '{"path":"f:q","args":{"value":1}}', {
        Authorization: `${scheme} ${one}`,
      });
    const token = encodeURIComponent(one);
    await post(`/api/storage/upload?token=${token}`, body, { Digest: other });
    await post("/api/storage/upload", body);
    const file = await fetch(`${engine.url}/api/storage/${token}`);
    expect(file.status).not.toBe(500);
    await post("/http/echo", body, { Authorization: one });
  });
  withoutLog();
});

test("[HT25] malformed requests of an administrator are at worst refused", async () => {
  const module = mangled({
    path: fc.constantFrom(
      ...["a.js", "a:b", "../a.js", "http.js", "crons.js", "auth.config.js"],
    ),
    source: fc.constantFrom(
      ...["export const x = 1", "throw 1", "{", 'import "./gone.js"'],
      "export default { export: () => '{' }",
      "export default { export: () => '{\"tables\": 1}' }",
      "export default { isCrons: 1, isRouter: true, providers: 5 }",
      "export const x = { isQuery: true, invokeQuery: 1, exportArgs: () => '{' }",
    ),
    environment: fc.constantFrom("isolate", "node"),
  });
  const app = mangled({
    definition: fc.constant(null),
    schema: fc.oneof(fc.constant(null), module),
    changedModules: fc.array(module, { maxLength: 2 }),
    unchangedModuleHashes: fc.array(value, { maxLength: 2 }),
    udfServerVersion: fc.constant("1.48.0"),
  });
  const push = mangled({ appDefinition: app, dryRun: fc.constant(true) });
  const change = mangled({ name: fc.constant("A"), value: fc.constant("b") });
  const others = [
    "/api/deploy2/wait_for_schema",
    "/api/deploy2/finish_push",
    "/api/get_config_hashes",
  ];
  await check(
    fc.tuple(push, fc.array(change, { maxLength: 2 }), value),
    async ([request, changes, anything]) => {
      await post("/api/deploy2/start_push", text(request), admin());
      const body = text({ changes });
      await post("/api/update_environment_variables", body, admin());
      for (const route of others) await post(route, text(anything), admin());
    },
  );
  withoutLog();
});

test("[HT25] a number too large for a double is refused: over HTTP and on sockets", async () => {
  const args = '{"value":1e400}';
  for (const route of ["mutation", "query", "action", "run/f/m"]) {
    const answer = await fetch(`${engine.url}/api/${route}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: `{"path":"f:m","args":${args}}`,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code: "BadJsonBody",
        message: "Invalid request: args number out of range",
      },
    ]);
  }
  const url = `${engine.url.replace("http", "ws")}/api/1.48.0/sync`;
  const client = await RawClient.open(url);
  client.ws.send(
    `{"type":"Mutation","requestId":0,"udfPath":"f:m","args":[${args}]}`,
  );
  const closed = { code: 1007, reason: "BadRequest" };
  expect(await client.untilClosed()).toEqual(closed);
  withoutLog();
});

/** JSON text with nesting added that is too deep for the generator. */
const text = (json: unknown) =>
  (JSON.stringify(json) ?? "null").replaceAll(
    /"@deep (\d+)"/g,
    (_, levels) =>
      `${'{"a":['.repeat(+levels / 2)}1${"]}".repeat(+levels / 2)}`,
  );
