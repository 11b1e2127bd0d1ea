import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../values/json.ts";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({
    docs: defineTable({ text: v.string(), kind: v.string() }).searchIndex("by_text", { searchField: "text", filterFields: ["kind"] }),
  });`,
  "docs.ts": `
    export const fillDocs = mutation({ args: { docs: v.array(v.any()) }, handler: async (ctx, { docs }) => { for (const doc of docs) await ctx.db.insert("docs", doc); } });
    export const search = query({ args: { text: v.string(), kind: v.optional(v.string()), index: v.optional(v.string()) }, handler: async (ctx, { text, kind, index }) =>
      (await ctx.db.query("docs").withSearchIndex(index ?? "by_text", (q) => { const s = q.search("text", text); return kind === undefined ? s : s.eq("kind", kind); }).collect()).map((d) => d.text) });
    export const take = query({ args: { count: v.number() }, handler: async (ctx, { count }) =>
      (await ctx.db.query("docs").withSearchIndex("by_text", (q) => q.search("text", "crowd")).take(count)).length });
    export const badSearch = query({ args: { how: v.string() }, handler: (ctx, { how }) => ctx.db.query("docs").withSearchIndex("by_text", (q) =>
      how === "many" ? Array(9).fill("kind").reduce((s, field) => s.eq(field, "a"), q.search("text", "x")) : how === "field" ? q.search("kind", "x") : q.search("text", "x").eq("text", "y")).collect() });
    export const raw = query({ args: { filters: v.array(v.any()) }, handler: (_ctx, { filters }) =>
      Convex.asyncSyscall("1.0/queryPage", JSON.stringify({ query: { source: { type: "Search", indexName: "docs.by_text", filters }, operators: [] }, cursor: null, pageSize: 1 })) });`,
});

describe("search", () => {
  test("[FN22] documents with any of the words are found, best first, with the last word as a prefix", async () => {
    await app().mutation("docs:fillDocs", {
      docs: [
        { text: "the quick brown fox", kind: "a" },
        { text: "fox fox fox", kind: "b" },
        { text: "a Brown, brown bear!", kind: "a" },
        { text: "nothing at all here", kind: "b" },
      ],
    });
    const search = (text: string, kind?: string) =>
      app().query("docs:search", { text, ...(kind && { kind }) });
    expect(await search("fox")).toEqual(["fox fox fox", "the quick brown fox"]);
    const seen = await search("BROWN");
    expect(seen).toEqual(["a Brown, brown bear!", "the quick brown fox"]);
    expect(await search("noth")).toEqual(["nothing at all here"]);
    const found = await search("noth fox");
    expect(found).toEqual(["fox fox fox", "the quick brown fox"]);
    expect(await search("fox", "a")).toEqual(["the quick brown fox"]);
    expect(await search("zebra")).toEqual([]);
    // A run of more than 32 letters is not a word.
    await app().mutation("docs:fillDocs", {
      docs: [33, 32].map((n) => ({ text: "y".repeat(n), kind: "b" })),
    });
    expect(await search("y")).toEqual(["y".repeat(32)]);
    expect(await search("")).toEqual([]);
  });

  test("[FN22] reading all of more than 1,024 matches fails, reading 1,024 of them works", async () => {
    const docs = (count: number) =>
      Array.from({ length: count }, () => ({ text: "crowd", kind: "c" }));
    await app().mutation("docs:fillDocs", { docs: docs(1023) });
    expect(await app().query("docs:search", { text: "crowd" })).toHaveLength(
      1023,
    );
    await app().mutation("docs:fillDocs", { docs: docs(2) });
    expect(await messageOf(app().query("docs:search", { text: "crowd" }))).toBe(
      "Uncaught Error: Search query scanned too many documents (fetched 1024). Consider using a smaller limit, paginating the query, or using a filter field to limit the number of documents pulled from the search index.",
    );
    expect(await app().query("docs:take", { count: 1024 })).toBe(1024);
  });

  test("[FN22] a search that does not fit its index is refused", async () => {
    const bad = (how: string) =>
      messageOf(app().query("docs:badSearch", { how }));
    expect(await bad("field")).toBe(
      'Uncaught Error: Search query against docs.by_text contains a search filter against "kind", which doesn\'t match the indexed `searchField` "text".',
    );
    expect(await bad("many")).toBe(
      "Uncaught Error: Search query against docs.by_text has too many filter conditions. Max: 8 Actual: 9",
    );
    expect(await bad("filter")).toBe(
      'Uncaught Error: Search query against docs.by_text contains an equality filter on "text" but that field isn\'t indexed for filtering in `filterFields`.',
    );
    const raw = (filters: JsonObject[]) =>
      messageOf(app().query("docs:raw", { filters }));
    const filter = { type: "Search", fieldPath: "text", value: "x" };
    expect(await raw([filter, filter])).toBe(
      'Uncaught Error: Search query against docs.by_text contains multiple search filters against "text". Only one is allowed.',
    );
    expect(await raw([])).toBe(
      'Uncaught Error: Search query against docs.by_text does not contain any search filters. You must include a search filter like `q.search("text", searchText)`.',
    );
    expect(
      await messageOf(
        app().query("docs:search", { text: "x", index: "by_other" }),
      ),
    ).toBe("Uncaught Error: Index docs.by_other not found.");
  });
});
