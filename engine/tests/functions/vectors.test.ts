import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { VectorIndex } from "../../functions/vectors/vector-index.ts";
import { VectorIndexes } from "../../functions/vectors/vector-indexes.ts";
import type { CommitListener } from "../../transactions/transaction-types.ts";
import { newId } from "../../values/ids.ts";
import { createRandom } from "../../functions/random.ts";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({
    foods: defineTable({ name: v.string(), kind: v.optional(v.string()), spicy: v.optional(v.boolean()), embedding: v.any() })
      .vectorIndex("by_embedding", { vectorField: "embedding", dimensions: 3, filterFields: ["kind", "spicy"] })
      .vectorIndex("by_staged", { vectorField: "name", dimensions: 2, staged: true })
      .index("by_name", { fields: ["name"], staged: true })
      .searchIndex("found", { searchField: "name", staged: true }),
    empty: defineTable({ at: v.optional(v.array(v.float64())) }).vectorIndex("by_at", { vectorField: "at", dimensions: 2 }) });`,
  "foods.ts": `
    export const add = mutation({ args: { foods: v.array(v.any()) }, handler: async (ctx, { foods }) => { const ids = []; for (const food of foods) ids.push(await ctx.db.insert("foods", food)); return ids; } });
    export const change = mutation({ args: { id: v.id("foods"), to: v.any() }, handler: (ctx, { id, to }) => to === null ? ctx.db.delete(id) : ctx.db.patch(id, to) });
    export const names = query({ args: { ids: v.array(v.id("foods")) }, handler: (ctx, { ids }) => Promise.all(ids.map(async (id) => (await ctx.db.get(id)).name)) });
    export const search = action({ args: { vector: v.any(), limit: v.optional(v.number()), index: v.optional(v.string()), table: v.optional(v.string()), any: v.optional(v.array(v.any())) }, handler: async (ctx, { vector, limit, any, index = "by_embedding", table = "foods" }) => {
      const filter = any && ((q) => q.or(...any.map(([field, value]) => q.eq(field, value === "undefined" ? undefined : value))));
      const found = await ctx.vectorSearch(table, index, { vector, limit, filter });
      const names = table === "foods" ? await ctx.runQuery("foods:names", { ids: found.map((f) => f._id) }) : [];
      return found.map((f, i) => [names[i], f._score]); } });
    export const odd = action({ args: { args: v.string() }, handler: (_ctx, { args }) => Convex.asyncSyscall("1.0/actions/vectorSearch", args) });
    export const byStaged = query({ args: { search: v.optional(v.boolean()) }, handler: (ctx, { search }) => search ? ctx.db.query("foods").withSearchIndex("found", (q) => q.search("name", "x")).collect() : ctx.db.query("foods").withIndex("by_name").collect() });`,
});
const search = async (args: JsonObject) =>
  (await app().action("foods:search", args)) as [string, number][];
const add = async (...foods: JsonObject[]) =>
  (await app().mutation("foods:add", {
    foods: foods as JsonValue,
  })) as string[];
const names = async (args: JsonObject) =>
  (await search(args)).map(([name]) => name);

/** Their form in JSON. */
const NAN = "AAAAAAAA+H8=";
const INFINITY = "AAAAAAAA8H8=";

test("[FN41] a vector search finds the nearest documents exactly and follows every commit", async () => {
  const [tea, soup] = await add(
    { name: "tea", embedding: [1, 0, 0], kind: "drink" },
    { name: "soup", embedding: [2, 2, 0], kind: "dish", spicy: true },
    { name: "cake", embedding: [0, 0, -3], kind: "dish" },
    { name: "zero", embedding: [0, 0, 0] },
    { name: "short", embedding: [1, 0] },
    { name: "text", embedding: ["1", "0", "0"] },
    { name: "none", embedding: null },
    ...[{ $float: NAN }, { $float: INFINITY }].map((n) => ({
      ...{ name: "endless", embedding: [n, 0, 0] },
    })),
  );
  const found = await search({ vector: [5, 0, 0] });
  const seen = found.map(([name]) => name);
  expect(seen).toEqual([
    "tea",
    "soup",
    ...found.slice(2).map(([name]) => name),
  ]);
  expect(found).toHaveLength(4);
  expect(found[0]?.[1]).toBe(1);
  expect(found[1]?.[1]).toBeCloseTo(Math.SQRT1_2, 6);
  expect(await names({ vector: [0, 0, 1], limit: 1 })).not.toEqual(["cake"]);
  // Insert, change and delete after the first search.
  await add({ name: "ice", embedding: [3, 0.1, 0] });
  await app().mutation("foods:change", {
    id: tea ?? "",
    to: { embedding: [0, 1, 0] },
  });
  await app().mutation("foods:change", { id: soup ?? "", to: null });
  expect(await names({ vector: [1, 0, 0], limit: 1 })).toEqual(["ice"]);
  expect(await names({ vector: [0, 1, 0], limit: 2 })).toEqual(["tea", "ice"]);
  expect(
    await search({ vector: [1, 1], table: "empty", index: "by_at" }),
  ).toEqual([]);
});

test("[FN41] filters are equalities joined by or", async () => {
  await add(
    { name: "a", embedding: [9, 1, 0], kind: "f1" },
    { name: "b", embedding: [9, 2, 0], kind: "f2" },
    { name: "c", embedding: [9, 3, 0], kind: "f3", spicy: true },
  );
  const vector = [1, 0, 0];
  type Pair = [string, JsonValue];
  const matching = (...any: Pair[]) => names({ vector, any });
  const [f1, f2]: [Pair, Pair] = [
    ["kind", "f1"],
    ["kind", "f2"],
  ];
  expect(await matching(f1)).toEqual(["a"]);
  expect(await matching(f2, f1)).toEqual(["a", "b"]);
  const either = await matching(f2, ["spicy", true]);
  expect(either).toEqual(expect.arrayContaining(["b", "c"]));
  expect(either).not.toContain("a");
  const any = [["kind", "undefined"]];
  expect(await names({ vector, limit: 256, any })).not.toContain("a");
});

test("[FN41] searches that an index cannot serve are refused with the backend's texts", async () => {
  const refusal = (args: JsonObject) =>
    messageOf(app().action("foods:search", args));
  const vector = [1, 0, 0];
  expect(await refusal({ vector: [1, 0] })).toContain(
    "Expected a vector with dimensions 3, received 2.",
  );
  expect(await refusal({ vector, limit: 257 })).toContain(
    "Vector queries can fetch at most 256 results, requested 257.",
  );
  expect(await refusal({ vector, limit: 1.5 })).toContain("expected u32");
  for (const limit of [-1, 2 ** 32])
    expect(await refusal({ vector, limit })).toContain(
      `invalid value: integer \`${limit}\`, expected u32`,
    );
  expect(await refusal({ vector: [null, 0, 0] })).toContain("expected f32");
  expect(await refusal({ vector, index: "by_nothing" })).toContain(
    "Index foods.by_nothing not found.",
  );
  expect(await refusal({ vector, any: [["name", "a"]] })).toContain(
    "but that field isn't indexed for filtering in `filterFields`.",
  );
  const many = Array.from({ length: 65 }, (_, i) => ["kind", `${i}`]);
  expect(await refusal({ vector, any: many })).toContain("Max: 64 Actual: 65");
  const odd = (args: JsonObject) =>
    messageOf(app().action("foods:odd", { args: JSON.stringify(args) }));
  const filtered = (expressions: JsonObject) =>
    odd({ query: { indexName: "foods.by_embedding", vector, expressions } });
  expect(await odd({})).toContain("missing field `query`");
  expect(await filtered({ $and: [] })).toContain(
    "Filters should be a combination of `q.eq` and `q.or`.",
  );
  for (const sides of [
    [{ $literal: 1 }, { $literal: 1 }],
    [{ $field: "kind" }, { $field: "kind" }],
  ])
    expect(await filtered({ $eq: sides })).toContain(
      "must take a field path as its first argument and a value as its second",
    );
  expect(app().faults).toEqual([]);
});

test("[DE5] a staged index cannot be queried", async () => {
  const text = (name: string) =>
    `Index foods.${name} is currently staged and not available to query until it is enabled.`;
  expect(await messageOf(app().query("foods:byStaged"))).toContain(
    text("by_name"),
  );
  expect(
    await messageOf(app().query("foods:byStaged", { search: true })),
  ).toContain(text("found"));
  expect(
    await messageOf(
      app().action("foods:search", { vector: [1, 2], index: "by_staged" }),
    ),
  ).toContain(text("by_staged"));
});

test("[FN41] an import discards the vectors in memory", async () => {
  const id = newId(10_001);
  let direction = [1, 0];
  let listener: CommitListener = () => undefined;
  const indexes = new VectorIndexes(
    {
      get: () => ({ _id: id, _creationTime: 1, at: direction }),
      scanIds: () => [{ key: id, id }].values(),
    },
    {
      lastTs: 1,
      onCommit: (heard) => {
        listener = heard;
        return () => undefined;
      },
      whenDurable: () => Promise.resolve(),
    },
  );
  const definition = { vectorField: "at", dimensions: 2, filterFields: [] };
  const score = async () => {
    const query = { vector: [1, 0], limit: 1, fits: () => true };
    const [found] = await indexes.search(definition, 10_001, query);
    return found?.score;
  };
  expect(await score()).toBe(1);
  direction = [0, 1];
  expect(await score()).toBe(1);
  listener({ ts: 2, ids: new Set(), keys: new Map(), all: true });
  expect(await score()).toBe(0);
});

test("[FN41] a search whose reading of the table failed leaves no index with a part of it", async () => {
  const ids = [newId(10_001), newId(10_001)];
  let isBroken = true;
  const indexes = new VectorIndexes(
    {
      get: (_table, id) => {
        if (isBroken && id === ids[1]) throw new Error("damaged");
        return { _id: id, _creationTime: 1, at: [1, 0] };
      },
      scanIds: () => ids.map((id) => ({ key: id, id })).values(),
    },
    {
      lastTs: 1,
      onCommit: () => () => undefined,
      whenDurable: () => Promise.resolve(),
    },
  );
  const definition = { vectorField: "at", dimensions: 2, filterFields: [] };
  const query = { vector: [1, 0], limit: 5, fits: () => true };
  const search = () => indexes.search(definition, 10_001, query);
  await expect(search()).rejects.toThrow("damaged");
  isBroken = false;
  expect(await search()).toHaveLength(2);
});

test("[FN41] after any sets and deletes, the nearest of ten thousand vectors are those of a plain list", async () => {
  const width = 32;
  const random = createRandom();
  const vector = () => Array.from({ length: width }, () => random() - 0.5);
  const index = new VectorIndex(width);
  const list = new Map<string, { vector: number[]; kind: string }>();
  for (let i = 0; i < 12_000; i++) {
    const id = `d${i < 10_000 ? i : Math.floor(random() * 10_000)}`;
    if (i > 10_000 && random() < 0.5) {
      index.delete(id);
      list.delete(id);
      continue;
    }
    const one = { vector: vector(), kind: String(i % 7) };
    index.set(id, one.vector, [one.kind]);
    list.set(id, one);
  }
  expect(index.size).toBe(list.size);
  const length = (of: readonly number[]) => Math.hypot(...of);
  for (const kind of ["3", null]) {
    const wanted = vector();
    const found = await index.nearest(
      wanted,
      20,
      ([of]) => kind === null || of === kind,
    );
    const expected = [...list]
      .filter(([, one]) => kind === null || one.kind === kind)
      .map(([id, one]) => ({
        id,
        score:
          one.vector.reduce(
            (sum, value, i) => sum + value * (wanted[i] ?? 0),
            0,
          ) /
          length(one.vector) /
          length(wanted),
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 20);
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    for (const [i, { score }] of found.entries())
      expect(score).toBeCloseTo(expected[i]?.score ?? 0, 5);
  }
});
