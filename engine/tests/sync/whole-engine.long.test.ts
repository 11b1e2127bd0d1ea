import { makeFunctionReference, type PaginationResult } from "convex/server";
import fc from "fast-check";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { times } from "../../faults/counts.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { encodeTs } from "../../sync/wire-time.ts";
import { httpClient, openClient } from "./clients.ts";
import { RawClient } from "./raw-client.ts";

const SOURCES = {
  "schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      notes: defineTable({ list: v.string(), rank: v.number(), text: v.string() })
        .index("by_list_and_rank", ["list", "rank"]),
    });`,
  "notes.ts": `
    import { queryGeneric as query, mutationGeneric as mutation } from "convex/server";
    import { v } from "convex/values";
    const inList = (ctx, list) =>
      ctx.db.query("notes").withIndex("by_list_and_rank", (q) => q.eq("list", list));
    export const first = query({
      args: { list: v.string(), limit: v.number() },
      handler: async (ctx, { list, limit }) =>
        (await inList(ctx, list).take(limit)).map((note) => note.text),
    });
    export const between = query({
      args: { list: v.string(), from: v.number(), to: v.number() },
      handler: async (ctx, { list, from, to }) =>
        (await ctx.db.query("notes")
          .withIndex("by_list_and_rank", (q) => q.eq("list", list).gte("rank", from).lt("rank", to))
          .order("desc").collect()).map((note) => note.text),
    });
    export const latest = query({
      args: {},
      handler: async (ctx) => (await ctx.db.query("notes").order("desc").first())?.text ?? null,
    });
    export const page = query({
      args: { list: v.string(), paginationOpts: v.any() },
      handler: (ctx, { list, paginationOpts }) => inList(ctx, list).paginate(paginationOpts),
    });
    export const put = mutation({
      args: { list: v.string(), rank: v.number(), text: v.string() },
      handler: async (ctx, args) => {
        const old = await ctx.db.query("notes")
          .withIndex("by_list_and_rank", (q) => q.eq("list", args.list).eq("rank", args.rank)).first();
        if (old === null) await ctx.db.insert("notes", args);
        else await ctx.db.patch(old._id, { text: args.text });
      },
    });
    export const remove = mutation({
      args: { list: v.string(), rank: v.number() },
      handler: async (ctx, { list, rank }) => {
        const old = await ctx.db.query("notes")
          .withIndex("by_list_and_rank", (q) => q.eq("list", list).eq("rank", rank)).first();
        if (old !== null) await ctx.db.delete(old._id);
      },
    });`,
};

const api = {
  first: makeFunctionReference<"query">("notes:first"),
  between: makeFunctionReference<"query">("notes:between"),
  latest: makeFunctionReference<"query">("notes:latest"),
  page: makeFunctionReference<"query">("notes:page"),
  put: makeFunctionReference<"mutation">("notes:put"),
  remove: makeFunctionReference<"mutation">("notes:remove"),
};

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ sources: SOURCES });
});
afterAll(() => engine.close());

const open = () => openClient(engine.url);

const list = fc.constantFrom("a", "b");
const rank = fc.nat(6);
const write = fc.oneof(
  fc.record({
    mutation: fc.constant(api.put),
    args: fc.record({ list, rank, text: fc.constantFrom("x", "y", "z") }),
  }),
  fc.record({
    mutation: fc.constant(api.remove),
    args: fc.record({ list, rank }),
  }),
);
const query = fc.oneof(
  fc.record({
    query: fc.constant(api.first),
    args: fc.record({ list, limit: fc.integer({ min: 1, max: 3 }) }),
  }),
  fc.record({
    query: fc.constant(api.between),
    args: fc.record({ list, from: rank, to: rank }),
  }),
  fc.record({ query: fc.constant(api.latest), args: fc.constant({}) }),
);

describe("the whole engine", () => {
  test("[SY27] after any mutations from several clients every live query shows what a fresh run gives", async () => {
    const http = httpClient(engine.url);
    await fc.assert(
      fc.asyncProperty(
        fc.array(query, { minLength: 1, maxLength: 6 }),
        fc.array(write, { minLength: 1, maxLength: 12 }),
        async (queries, writes) => {
          const [watcher, other] = [open(), open()];
          const shown = new Map<number, unknown>();
          queries.forEach(({ query, args }, i) =>
            watcher.onUpdate(query, args, (value) => shown.set(i, value)),
          );
          const done = writes.map(({ mutation, args }, i) =>
            (i % 2 === 0 ? watcher : other).mutation(mutation, args),
          );
          await Promise.all(done);
          // The watcher's own last write comes after all others, so its results do too.
          await watcher.mutation(api.remove, { list: "none", rank: 0 });
          for (const [i, { query, args }] of queries.entries())
            expect(shown.get(i)).toEqual(await http.query(query, args));
          await Promise.all([watcher.close(), other.close()]);
        },
      ),
      { numRuns: times(40, 1000) },
    );
  });

  test("[SY9] pages of a real index stay gapless while rows come and go", async () => {
    const client = open();
    for (const rank of [10, 20, 30, 40])
      await client.mutation(api.put, { list: "p", rank, text: `r${rank}` });
    const texts = (page: PaginationResult<{ text: string }>): string[] =>
      page.page.map(({ text }) => text);
    const pages: PaginationResult<{ text: string }>[] = [];
    const watch = (at: number, cursor: string | null): Promise<void> =>
      new Promise((resolve) => {
        const paginationOpts = { numItems: 2, cursor, id: 1 };
        client.onUpdate(api.page, { list: "p", paginationOpts }, (page) => {
          pages[at] = page as PaginationResult<{ text: string }>;
          resolve();
        });
      });
    await watch(0, null);
    await watch(1, pages[0]?.continueCursor ?? null);
    const seen = pages.map(texts);
    expect(seen).toEqual([
      ["r10", "r20"],
      ["r30", "r40"],
    ]);
    await client.mutation(api.put, { list: "p", rank: 15, text: "r15" });
    await client.mutation(api.put, { list: "p", rank: 35, text: "r35" });
    await client.mutation(api.remove, { list: "p", rank: 30 });
    const found = pages.map(texts);
    expect(found).toEqual([
      ["r10", "r15", "r20"],
      ["r35", "r40"],
    ]);
  });

  test("[HT2] consistent queries of the official client show one state while others write", async () => {
    const reader = httpClient(engine.url);
    const writer = httpClient(engine.url);
    const put = (rank: number, text: string) =>
      writer.mutation(api.put, { list: "past", rank, text });
    const first = { list: "past", limit: 9 };
    const between = { list: "past", from: 0, to: 9 };
    await put(1, "one");
    await put(2, "two");
    const seen: unknown = await reader.consistentQuery(api.first, first);
    expect(seen).toEqual(["one", "two"]);
    await put(1, "changed");
    await writer.mutation(api.remove, { list: "past", rank: 2 });
    await put(3, "three");
    const found: unknown = await reader.consistentQuery(api.first, first);
    expect(found).toEqual(["one", "two"]);
    const given: unknown = await reader.consistentQuery(api.between, between);
    expect(given).toEqual(["two", "one"]);
    expect(await reader.query(api.first, first)).toEqual(["changed", "three"]);
  });
});

test("[SY13] clients that have seen commits which a restore took back are served soon, though nobody writes", async () => {
  const restored = await openTestEngine({ sources: SOURCES });
  const seen = encodeTs(Date.now() * 1000);
  const socketUrl = `${restored.url.replace("http", "ws")}/api/1.48.0/sync`;
  const connect = async () => {
    const client = new RawClient(socketUrl);
    await once(client.ws, "open");
    client.connect({ maxObservedTimestamp: seen });
    client.modify(0, [[0, "notes:latest"]]);
    return client;
  };
  try {
    const reason = "ClientAheadOfServer";
    expect(await (await connect()).untilClosed()).toMatchObject({ reason });
    const client = await vi.waitUntil(async () => {
      const again = await connect();
      return again.next("Transition").then(
        () => again,
        () => null,
      );
    });
    client.close();
  } finally {
    await restored.close();
  }
});
