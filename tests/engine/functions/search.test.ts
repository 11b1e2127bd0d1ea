/** Full text search. */
import { describe, expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({
    docs: defineTable({ text: v.string(), kind: v.string() }).searchIndex("by_text", { searchField: "text", filterFields: ["kind"] }),
  });`,
  "docs.ts": `
    export const fillDocs = mutation({ args: { docs: v.array(v.any()) }, handler: async (ctx, { docs }) => { for (const doc of docs) await ctx.db.insert("docs", doc); } });
    export const search = query({ args: { text: v.string(), kind: v.optional(v.string()), index: v.optional(v.string()) }, handler: async (ctx, { text, kind, index }) =>
      (await ctx.db.query("docs").withSearchIndex(index ?? "by_text", (q) => { const s = q.search("text", text); return kind === undefined ? s : s.eq("kind", kind); }).collect()).map((d) => d.text) });
    export const badSearch = query({ args: { how: v.string() }, handler: (ctx, { how }) => ctx.db.query("docs").withSearchIndex("by_text", (q) =>
      how === "field" ? q.search("kind", "x") : q.search("text", "x").eq("text", "y")).collect() });`,
});

describe("search", () => {
  test("[FN22] documents with any of the words are found, the last word as a prefix, best first", async () => {
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
    expect(await search("BROWN")).toEqual([
      "a Brown, brown bear!",
      "the quick brown fox",
    ]);
    expect(await search("noth")).toEqual(["nothing at all here"]);
    expect(await search("noth fox")).toEqual([
      "fox fox fox",
      "the quick brown fox",
    ]);
    expect(await search("fox", "a")).toEqual(["the quick brown fox"]);
    expect(await search("zebra")).toEqual([]);
    expect(await search("")).toEqual([]);
  });

  test("[FN22] a search that does not fit its index is refused", async () => {
    const bad = (how: string) =>
      messageOf(app().query("docs:badSearch", { how }));
    expect(await bad("field")).toBe(
      'Uncaught Error: Search query against docs.by_text contains a search filter against "kind", which doesn\'t match the indexed `searchField` "text".',
    );
    expect(await bad("filter")).toBe(
      'Uncaught Error: Search query against docs.by_text contains an equality filter on "text" but that field isn\'t indexed for filtering in `filterFields`.',
    );
    expect(
      await messageOf(
        app().query("docs:search", { text: "x", index: "by_other" }),
      ),
    ).toBe("Uncaught Error: Index docs.by_other not found.");
  });
});
