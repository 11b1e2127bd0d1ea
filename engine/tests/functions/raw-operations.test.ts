import { expect, test } from "vitest";
import { newId } from "../../values/ids.ts";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({ pets: defineTable({ name: v.string() }), people: defineTable({ name: v.string() }) });`,
  "late.ts": `
    let wake, said = [];
    const hear = async (ctx) => { await new Promise((resolve) => { wake = resolve; }); await ctx.db.query("pets").first(); };
    const listen = (ctx) => hear(ctx).then(() => "reached", (error) => error.message).then((text) => said.push(text));
    const turns = async () => { for (let i = 0; i < 20; i++) await null; };
    export const leaves = query({ args: {}, handler: async (ctx) => { void listen(ctx); } });
    export const after = query({ args: {}, handler: async (ctx) => { said = []; await ctx.runQuery(anyApi.late.leaves, {}); wake(); await turns(); return said; } });
    export const hangs = query({ args: {}, handler: async (ctx) => { await listen(ctx); } });
    export const forgets = query({ args: {}, handler: async (ctx) => { said = []; void ctx.runQuery(anyApi.late.hangs, {}); } });
    export const wakes = query({ args: {}, handler: async () => { wake(); await turns(); return said; } });`,
  "odd.ts": `
    const said = [];
    try { Convex.syscall("1.0/queryStream", "{}"); } catch (error) { said.push(error.message); }
    crypto.subtle.digest("SHA-256", new Uint8Array(2000)).catch((error) => said.push(error.message));
    export const heard = query({ args: {}, handler: async () => said });`,
  "raw.ts": `
    export const run = mutation({ args: { op: v.string(), args: v.string() }, handler: async (_ctx, { op, args }) => JSON.parse(await Convex.asyncSyscall(op, args)) });
    export const insert = mutation({ args: { table: v.string() }, handler: (ctx, { table }) => ctx.db.insert(table, { name: "x" }) });
    export const replace = mutation({ args: { id: v.string() }, handler: (ctx, { id }) => ctx.db.replace(id, { nothing: 1 }) });
    export const pages = query({ args: { args: v.string() }, handler: async (_ctx, { args }) => JSON.parse(await Convex.asyncSyscall("1.0/queryPage", args)) });`,
});

const OBJECT = "Value must be an Object";
const SECONDS = "expected a number of seconds";
const WRAPPED = '{"$integer":"AQAAAAAAAAA="}';
const job = (more: string) => `{"name":"raw:insert",${more}}`;

test.for([
  ["[FN5]", "shallowMerge", '{"id":5,"value":{}}', "missing field `id`"],
  ["[FN5]", "shallowMerge", '{"id":"@id","value":5}', OBJECT],
  ["[FN5]", "shallowMerge", `{"id":"@id","value":${WRAPPED}}`, OBJECT],
  [
    "[FN2]",
    "shallowMerge",
    '{"id":"@id","table":"people","value":{}}',
    'expected to be an Id<"people">, got Id<"pets"> instead.',
  ],
  ["[FN5]", "queryStreamNext", '{"queryId":99}', "in-progress query not found"],
  ["[CO7]", "createFunctionHandle", "{}", "Missing required argument 'name'"],
  [
    "[CO7]",
    "createFunctionHandle",
    '{"functionHandle":"raw:insert"}',
    "Invalid function handle: raw:insert",
  ],
  [
    "[CO7]",
    "createFunctionHandle",
    '{"reference":"raw:insert"}',
    "Invalid reference raw:insert",
  ],
  [
    "[CO7]",
    "createFunctionHandle",
    '{"name":"raw:nothing"}',
    "Could not find function for 'raw:nothing'.",
  ],
  ["[FN32]", "schedule", job('"ts":"now"'), SECONDS],
  ["[FN32]", "schedule", job('"ts":1e999'), SECONDS],
  ["[FN32]", "schedule", job('"ts":-1e9'), "is more than 5 years in the past"],
  ["[FN32]", "schedule", job('"ts":1e12'), "more than 5 years in the future"],
  ["[FN32]", "schedule", job('"ts":@now,"args":[5]'), OBJECT],
] as const)("%s %s of %s is refused", async ([, operation, args, text]) => {
  const id = String(await app().mutation("raw:insert", { table: "pets" }));
  const given = args
    .replace("@id", id)
    .replace("@now", String(Date.now() / 1000));
  const call = app().mutation("raw:run", {
    op: `1.0/${operation}`,
    args: given,
  });
  expect(await messageOf(call)).toContain(text);
});

const QUERY =
  '"query":{"source":{"type":"FullTableScan","tableName":"pets","order":"asc"},"operators":[]}';
const USIZE = "expected usize";

test.for([
  ['{"query":null,"pageSize":1}', "missing field `query`"],
  ['{"query":{"source":5,"operators":[]}}', "missing field `query`"],
  ['{"query":{"source":{},"operators":5}}', "missing field `query`"],
  [`{${QUERY},"pageSize":1.5}`, `invalid value: 1.5, ${USIZE}`],
  [`{${QUERY},"pageSize":-1}`, `invalid value: -1, ${USIZE}`],
  [`{${QUERY},"pageSize":1,"maximumBytesRead":0}`, "must be greater than 0"],
] as const)("[FN19] a page of %s is refused", async ([args, text]) => {
  const page = app().query("raw:pages", { args });
  expect(await messageOf(page)).toContain(text);
});

const NO_FILTER = "Invalid filter expression";

test.for([
  ["5", NO_FILTER],
  ["null", NO_FILTER],
  ['{"$and":5}', NO_FILTER],
  ['{"$literal":1,"$field":"name"}', NO_FILTER],
  [
    '{"$eq":[1,{"$literal":{"$commitTs":null}}]}',
    "Field name $commitTs starts with '$', which is reserved.",
  ],
] as const)("[FN19] the filter %s is refused", async ([filter, text]) => {
  const query = QUERY.replace(
    '"operators":[]',
    `"operators":[{"filter":${filter}}]`,
  );
  const page = app().query("raw:pages", { args: `{${query},"pageSize":1}` });
  expect(await messageOf(page)).toContain(text);
});

test("[FN1] replacing a missing document is refused before the new value is checked", async () => {
  const { number = 0 } = app().store.catalog.table("pets") ?? {};
  const id = newId(number);
  expect(await messageOf(app().mutation("raw:replace", { id }))).toBe(
    `Uncaught Error: Replace on nonexistent document ID ${id}`,
  );
});

test.for([
  [
    "await crypto.subtle.digest('SHA-256', new Uint8Array(2000));",
    "Asynchronous operations are unsupported at import time",
  ],
  ["Convex.syscall('1.0/queryStream', '{}');", "unsupported at import time"],
  ["crypto.randomUUID();", "cryptographic randomness at import time"],
] as const)("[FN10] %s is refused at import time", async ([code, text]) => {
  const deployed = app().deploy({ "a.ts": code });
  expect(await messageOf(deployed)).toContain(text);
});

test("[FN10] a module reaches nothing at import, even when it catches the refusal", async () => {
  expect(await app().query("odd:heard")).toEqual([
    "Syscall 1.0/queryStream unsupported at import time",
    "Asynchronous operations are unsupported at import time",
  ]);
});

const LATE =
  "1.0/queryStream was called after its function had returned. Await every promise.";

test("[FN16] code left by a nested call cannot reach the database, even while the caller runs", async () => {
  expect(await app().query("late:after")).toEqual([LATE]);
});

test("[FN16] a forgotten nested call that another call wakes cannot reach the database", async () => {
  await messageOf(app().query("late:forgets"));
  expect(await app().query("late:wakes")).toEqual([LATE]);
});
