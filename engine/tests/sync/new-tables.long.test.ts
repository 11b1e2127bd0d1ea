import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeId, newId } from "../../values/ids.ts";
import { must } from "../../values/user-error.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { httpClient, openClient } from "./clients.ts";

/** Without a schema, a table is created with its first document. */
const SOURCES = {
  "any.ts": `
    import { queryGeneric as query, mutationGeneric as mutation } from "convex/server";
    const readers = {
      collect: async (ctx, table) => (await ctx.db.query(table).collect()).map(({ n }) => n),
      last: async (ctx, table) => (await ctx.db.query(table).order("desc").first())?.n ?? null,
      byTime: async (ctx, table) =>
        (await ctx.db.query(table).withIndex("by_creation_time").take(2)).map(({ n }) => n),
      byId: async (ctx, table) => (await ctx.db.query(table).withIndex("by_id").collect()).length,
      page: async (ctx, table) =>
        (await ctx.db.query(table).paginate({ numItems: 1, cursor: null })).page.map(({ n }) => n),
      count: (ctx, table) => ctx.db.query(table).count(),
      nested: (ctx, table) => ctx.runQuery("any:read", { how: "collect", table }),
    };
    export const read = query((ctx, { how, table }) => readers[how](ctx, table));
    export const get = query(async (ctx, { id }) => (await ctx.db.get(id))?.n ?? null);
    export const normalize = query((ctx, { table, id }) => ctx.db.normalizeId(table, id) !== null);
    export const put = mutation(async (ctx, { table, n }) => await ctx.db.insert(table, { n }));
    // What a mutation reads is never an answer that was kept.
    export const readNow = mutation((ctx, { how, table }) => readers[how](ctx, table));
    export const putOnce = mutation(async (ctx, { table, how, pauses }) => {
      const before: unknown = await readers[how](ctx, table);
      // Leaves the function for the host, so that others run, and make the table, between the read and the write.
      const hmac = { name: "HMAC", hash: "SHA-256" };
      for (let i = 0; i < pauses; i++)
        await crypto.subtle.importKey("raw", new Uint8Array(9), hmac, false, ["sign"]);
      const isThere = Array.isArray(before) ? before.length > 0 : before;
      if (!isThere) await ctx.db.insert(table, { n: 1 });
    });
    export const touch = mutation(async () => null);`,
};

const READERS = [
  "collect",
  "last",
  "byTime",
  "byId",
  "page",
  "count",
  "nested",
] as const;

const api = {
  read: makeFunctionReference<"query">("any:read"),
  normalize: makeFunctionReference<"query">("any:normalize"),
  get: makeFunctionReference<"query">("any:get"),
  put: makeFunctionReference<"mutation">("any:put"),
  putOnce: makeFunctionReference<"mutation">("any:putOnce"),
  readNow: makeFunctionReference<"mutation">("any:readNow"),
  touch: makeFunctionReference<"mutation">("any:touch"),
};

let engine: TestEngine;
let http: ConvexHttpClient;
beforeAll(async () => {
  engine = await openTestEngine({ sources: SOURCES });
  http = httpClient(engine.url);
});
afterAll(() => engine.close());

const open = () => openClient(engine.url);

let tables = 0;
const freshTable = () => `made${tables++}`;

for (const how of READERS) {
  test(`[TX14] a watched ${how} of a missing table sees its first document, by HTTP too`, async () => {
    const table = freshTable();
    const client = open();
    const shown: unknown[] = [];
    await new Promise<void>((resolve) => {
      client.onUpdate(api.read, { how, table }, (value) => {
        shown.push(value);
        resolve();
      });
    });
    const before: unknown = await http.query(api.read, { how, table });
    await open().mutation(api.put, { table, n: 7 });
    // Its own write comes after the other's, so its results do too.
    await client.mutation(api.touch, {});
    const after: unknown = await http.query(api.read, { how, table });
    expect(after).not.toEqual(before);
    expect(shown).toEqual([before, after]);
  });

  test(`[TX14] ten concurrent mutations that insert what ${how} does not find leave one document`, async () => {
    const table = freshTable();
    const all = Array.from({ length: 10 }, open);
    await Promise.all(all.map((client) => client.mutation(api.touch, {})));
    await Promise.all(
      all.map((client, i) =>
        client.mutation(api.putOnce, { table, how, pauses: 100 * i }),
      ),
    );
    const seen: unknown = await http.mutation(api.readNow, {
      how: "collect",
      table,
    });
    expect(seen).toEqual([1]);
  });
}

test("[TX14] a watched normalizeId is computed again when the table of the id is made", async () => {
  const client = open();
  const id: unknown = await http.mutation(api.put, {
    table: freshTable(),
    n: 0,
  });
  const next = must(decodeId(String(id)), "no id").table + 1;
  const table = freshTable();
  const shown: unknown[] = [];
  await new Promise<void>((resolve) => {
    client.onUpdate(api.normalize, { table, id: newId(next) }, (value) => {
      shown.push(value);
      resolve();
    });
  });
  const made: unknown = await http.mutation(api.put, { table, n: 1 });
  expect(decodeId(String(made))?.table).toBe(next);
  await client.mutation(api.touch, {});
  expect(shown).toEqual([false, true]);
});
