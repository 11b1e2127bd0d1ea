import { describe, expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({
    rows: defineTable({ a: v.any(), b: v.optional(v.any()), n: v.number() }).index("by_a_b", ["a", "b"]).index("by_n", ["n"]),
  });`,
  "rows.ts": `
    export const fill = mutation({ args: { rows: v.array(v.any()) }, handler: async (ctx, { rows }) => { for (const row of await ctx.db.query("rows").collect()) await ctx.db.delete(row._id); for (const row of rows) await ctx.db.insert("rows", row); } });
    const V = (x) => x === "undefined" ? undefined : x;
    const ranged = (ctx, index, range) => ctx.db.query("rows").withIndex(index, (q) => range.reduce((q, [op, field, value]) => q[op](field, V(value)), q));
    export const range = query({ args: { index: v.string(), range: v.array(v.any()), order: v.optional(v.any()) }, handler: async (ctx, { index, range, order }) => {
      const q = ranged(ctx, index, range);
      return (await (order ? q.order(order) : q).collect()).map((r) => r.n);
    } });
    const e = (q, x) => x !== null && typeof x === "object" && "op" in x ? q[x.op](...x.args.map((y) => e(q, y))) : V(x);
    export const filter = query({ args: { expression: v.any() }, handler: async (ctx, { expression }) => (await ctx.db.query("rows").filter((q) => e(q, expression)).collect()).map((r) => r.n) });
    export const twice = query({ args: {}, handler: async (ctx) => { const q = ctx.db.query("rows").order("asc"); await q.collect(); await q.collect(); } });
    export const badTake = query({ args: { n: v.any() }, handler: (ctx, { n }) => ctx.db.query("rows").take(n) });
    export const byId = query({ args: {}, handler: async (ctx) => { const rows = await ctx.db.query("rows").collect(); const ids = rows.map((r) => r._id).sort();
      const sorted = (await ctx.db.query("rows").withIndex("by_id").collect()).map((r) => r._id);
      const between = (await ctx.db.query("rows").withIndex("by_id", (q) => q.gt("_id", ids[0]).lte("_id", ids[2])).collect()).map((r) => r._id);
      const one = await ctx.db.query("rows").withIndex("by_id", (q) => q.eq("_id", ids[1])).unique();
      return [sorted.join() === ids.join(), between.join() === ids.slice(1, 3).join(), one._id === ids[1]]; } });
    export const raw = query({ args: { query: v.any() }, handler: async (_ctx, { query }) => Convex.syscall("1.0/queryStream", JSON.stringify({ query: JSON.parse(query) })) });`,
});

const fill = (rows: Record<string, unknown>[]) =>
  app().mutation("rows:fill", { rows: rows as never });
const range = (index: string, range: unknown[][], order?: string) =>
  app().query("rows:range", { index, range, ...(order && { order }) } as never);
const filter = (expression: unknown) =>
  app().query("rows:filter", { expression } as never);
const is = (op: string, ...args: unknown[]) => ({ op, args });
/** A step of an index range. */
const bound = (op: string) => (field: string, value: unknown) => [
  op,
  field,
  value,
];
const eq = bound("eq");
const gt = bound("gt");
const gte = bound("gte");
const lt = bound("lt");
const lte = bound("lte");

describe("index ranges", () => {
  test("[FN18] _id is indexed too", async () => {
    await fill([1, 2, 3, 4].map((n) => ({ a: n, n })));
    expect(await app().query("rows:byId")).toEqual([true, true, true]);
  });

  test.for([
    [
      "by_a_b",
      [eq("b", 1)],
      'Tried to query index rows.by_a_b but the query didn\'t use the index fields in order.\nIndex fields: ["a", "b", "_creationTime"]\nQuery fields: ["b"]\nFirst incorrect field: "b"\nFor more information see https://docs.convex.dev/using/indexes.',
    ],
    [
      "by_a_b",
      [eq("n", 1)],
      'The index range included a comparison with "n", but rows.by_a_b with fields ["a", "b", "_creationTime"] doesn\'t index this field. For more information see https://docs.convex.dev/using/indexes.',
    ],
    [
      "by_a_b",
      [gt("a", 1), gte("a", 2)],
      'Already defined lower bound in index range. Can\'t add "a" >= 2.0.',
    ],
    [
      "by_a_b",
      [lt("a", 1), lte("a", "x")],
      'Already defined upper bound in index range. Can\'t add "a" <= "x".',
    ],
    [
      "by_a_b",
      [eq("a", 1), eq("a", 2)],
      'Already defined equality bound in index range. Can\'t add "a" == 1.0.',
    ],
    [
      "by_a_b",
      [gt("a", 1), lt("b", 2)],
      'Upper and lower bounds in `range` can only be applied to a single index field. This query against index rows.by_a_b attempted to set a range bound on both "a" and "b". Consider using `filter` instead. See https://docs.convex.dev/using/indexes for more info.',
    ],
    [
      "by_a_b",
      [eq("a", 1), gt("a", 2)],
      'Already defined inequality bound in index range. Can\'t add "a" == 1.0.',
    ],
    ["by_nothing", [], "Index rows.by_nothing not found."],
  ] as const)("[FN19] %s %j is refused", async ([index, expressions, text]) => {
    expect(await messageOf(range(index, expressions as never))).toBe(
      `Uncaught Error: ${text}`,
    );
  });

  test("[FN19] malformed queries that npm convex never sends are refused", async () => {
    const raw = (query: unknown) =>
      messageOf(app().query("rows:raw", { query: JSON.stringify(query) }));
    const source = { type: "FullTableScan", tableName: "rows", order: null };
    expect(
      await raw({ source: { ...source, order: "up" }, operators: [] }),
    ).toBe(
      'Uncaught Error: Invalid argument `query` for `queryStream`: expected "asc" or "desc"',
    );
    for (const odd of [
      { type: "Odd" },
      { type: "Odd", indexName: "rows.by_n" },
      { type: "IndexRange", indexName: "by_n" },
    ])
      expect(await raw({ source: odd, operators: [] })).toContain(
        "unknown source",
      );
    const nowhere = { type: "IndexRange", indexName: "nothing.by_n" };
    expect(await raw({ source: nowhere, operators: [] })).toContain(
      "Index nothing.by_n not found.",
    );
    expect(await raw({ operators: [] })).toContain("missing field `query`");
    const operators = Array(257).fill({ limit: 1 });
    expect(await raw({ source, operators })).toContain(
      "Query has too many operators: 257",
    );
    expect(await raw({ source, operators: [{ filter: {} }] })).toContain(
      "Invalid filter expression",
    );
    expect(
      await raw({ source, operators: [{ filter: { constructor: [] } }] }),
    ).toContain("Unknown filter operator constructor");
    expect(await raw({ source, operators: [] })).toBe(
      'no error but "{\\"queryId\\":0}"',
    );
  });
});

test("[FN20] filters: wrong types, division by zero and results out of range are refused", async () => {
  await fill([{ a: "x", n: 1 }]);
  const a = is("field", "a");
  expect(await messageOf(filter(a))).toBe(
    'Uncaught Error: Cannot use value "x" (type String) as a Boolean',
  );
  expect(await messageOf(filter(is("eq", is("add", a, 1), 1)))).toBe(
    'Uncaught Error: Cannot add "x" (type String) and 1.0 (type Float64)',
  );
  expect(await messageOf(filter(is("eq", is("neg", a), 1)))).toBe(
    'Uncaught Error: Cannot negate "x" (type String)',
  );
  const one = { $integer: "AQAAAAAAAAA=" };
  const zero = { $integer: "AAAAAAAAAAA=" };
  expect(await messageOf(filter(is("eq", is("div", one, zero), one)))).toBe(
    "Uncaught Error: Cannot divide 1 by zero",
  );
  expect(await messageOf(filter(is("eq", is("add", one, 1), one)))).toBe(
    "Uncaught Error: Cannot add 1 (type Int64) and 1.0 (type Float64)",
  );
  expect(await messageOf(filter(is("eq", is("add", 1, one), one)))).toBe(
    "Uncaught Error: Cannot add 1.0 (type Float64) and 1 (type Int64)",
  );
  const least = { $integer: "AAAAAAAAAIA=" };
  const most = { $integer: "/////////38=" };
  for (const [operation, words] of [
    [is("add", most, one), `add ${2n ** 63n - 1n} and 1`],
    [is("sub", least, one), `subtract ${-(2n ** 63n)} and 1`],
    [is("neg", least), `negate ${-(2n ** 63n)}`],
  ] as const)
    expect(await messageOf(filter(is("eq", operation, one)))).toBe(
      `Uncaught Error: Cannot ${words}: the result is out of range for Int64`,
    );
});

describe("reading", () => {
  test("[FN21] a query is read only once, and take needs a non-negative integer", async () => {
    expect(await messageOf(app().query("rows:twice"))).toContain(
      "This query is closed and can't emit any more values.",
    );
    expect(await messageOf(app().query("rows:badTake", { n: -1 }))).toContain(
      "must be a non-negative integer",
    );
    expect(await messageOf(app().query("rows:badTake", { n: 1.5 }))).toContain(
      "must be a non-negative integer",
    );
  });
});
