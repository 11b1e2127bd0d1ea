import { describe, expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({
    rows: defineTable({ a: v.any(), b: v.optional(v.any()), n: v.number() }).index("by_a_b", ["a", "b"]).index("by_n", ["n"]).index("by_deep", ["a.x"]),
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
    export const ways = query({ args: {}, handler: async (ctx) => {
      const all = () => ctx.db.query("rows");
      const iterated = [];
      for await (const row of all()) { iterated.push(row.n); if (iterated.length === 2) break; }
      return { first: (await all().first())?.n ?? null, last: (await all().order("desc").first())?.n ?? null, take: (await all().take(2)).map((r) => r.n), zero: await all().take(0), iterated,
        limitThenFilter: (await all().take(3)).length, count: await all().count(), none: await ctx.db.query("nothing").first(), filteredFirst: (await all().filter((q) => q.gt(q.field("n"), 2)).first()).n };
    } });
    export const unique = query({ args: { n: v.number() }, handler: async (ctx, { n }) => (await ctx.db.query("rows").withIndex("by_n", (q) => q.gte("n", n)).unique())?.n ?? null });
    export const twice = query({ args: {}, handler: async (ctx) => { const q = ctx.db.query("rows").order("asc"); await q.collect(); await q.collect(); } });
    export const badTake = query({ args: { n: v.any() }, handler: (ctx, { n }) => ctx.db.query("rows").take(n) });
    export const byId = query({ args: {}, handler: async (ctx) => { const rows = await ctx.db.query("rows").collect(); const ids = rows.map((r) => r._id).sort();
      const sorted = (await ctx.db.query("rows").withIndex("by_id").collect()).map((r) => r._id);
      const between = (await ctx.db.query("rows").withIndex("by_id", (q) => q.gt("_id", ids[0]).lte("_id", ids[2])).collect()).map((r) => r._id);
      const one = await ctx.db.query("rows").withIndex("by_id", (q) => q.eq("_id", ids[1])).unique();
      return [sorted.join() === ids.join(), between.join() === ids.slice(1, 3).join(), one._id === ids[1]]; } });
    export const byCreation = query({ args: {}, handler: async (ctx) => { const rows = await ctx.db.query("rows").collect();
      return (await ctx.db.query("rows").withIndex("by_creation_time", (q) => q.gt("_creationTime", rows[0]._creationTime)).order("desc").collect()).map((r) => r.n); } });
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
  test("[FN18] values of all types have one order", async () => {
    const values = [
      "undefined",
      null,
      { $integer: "BQAAAAAAAAA=" },
      -1,
      { $float: "AAAAAAAAAIA=" },
      0,
      1.5,
      { $float: "AAAAAAAA8H8=" },
      false,
      true,
      "",
      "Z",
      "a",
      "ä",
      { $bytes: "AA==" },
      [],
      [1],
      [1, 2],
      [2],
      {},
      { x: 1 },
    ];
    const order = values.map((_, i) => (i * 8) % values.length);
    await fill(
      order.map((n) =>
        values[n] === "undefined" ? { a: 0, n } : { a: 0, b: values[n], n },
      ),
    );
    const all = values.map((_, i) => i);
    expect(await range("by_a_b", [eq("a", 0)])).toEqual(all);
    for (const [i, value] of values.entries())
      expect(await range("by_a_b", [eq("a", 0), gte("b", value)])).toEqual(
        all.slice(i),
      );
  });

  test("[FN18] fields inside objects, _creationTime and _id are indexed too", async () => {
    await fill([
      { a: { x: 2 }, n: 1 },
      { a: { x: 1 }, n: 2 },
      { a: { y: 1 }, n: 3 },
      { a: 5, n: 4 },
    ]);
    expect(await range("by_deep", [gt("a.x", "undefined")])).toEqual([2, 1]);
    expect(await range("by_deep", [])).toEqual([3, 4, 2, 1]);
    expect(await app().query("rows:byId")).toEqual([true, true, true]);
    expect(await app().query("rows:byCreation")).toEqual([4, 3, 2]);
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

test("[FN20] filters: comparisons follow the order across types; a missing field is undefined; logic may be empty", async () => {
  await fill([
    { a: 1, n: 1 },
    { a: "1", n: 2 },
    { a: null, n: 3 },
    { a: { x: 1 }, b: 1, n: 4 },
    { a: { $integer: "AQAAAAAAAAA=" }, n: 5 },
  ]);
  const a = is("field", "a");
  const b = is("field", "b");
  expect(await filter(is("eq", a, 1))).toEqual([1]);
  expect(await filter(is("neq", a, 1))).toEqual([2, 3, 4, 5]);
  expect(await filter(is("gt", a, 1))).toEqual([2, 4]);
  expect(await filter(is("lt", a, 1))).toEqual([3, 5]);
  expect(await filter(is("gte", a, "1"))).toEqual([2, 4]);
  expect(await filter(is("lte", a, null))).toEqual([3]);
  expect(await filter(is("eq", b, "undefined"))).toEqual([1, 2, 3, 5]);
  expect(await filter(is("eq", is("field", "a.x"), 1))).toEqual([4]);
  expect(await filter(is("and"))).toEqual([1, 2, 3, 4, 5]);
  expect(await filter(is("or"))).toEqual([]);
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
  test("[FN21] first, take, count and iteration return their rows", async () => {
    await fill([3, 1, 2, 5].map((n) => ({ a: n, n })));
    expect(await app().query("rows:ways")).toEqual({
      first: 3,
      last: 5,
      take: [3, 1],
      zero: [],
      iterated: [3, 1],
      limitThenFilter: 3,
      count: 4,
      none: null,
      filteredFirst: 3,
    });
  });

  test("[FN21] unique returns the one row or null, and refuses several", async () => {
    await fill([1, 2, 3].map((n) => ({ a: n, n })));
    expect(await app().query("rows:unique", { n: 3 })).toBe(3);
    expect(await app().query("rows:unique", { n: 4 })).toBeNull();
    expect(await messageOf(app().query("rows:unique", { n: 2 }))).toMatch(
      /^Uncaught Error: unique\(\) query returned more than one result from table rows:\n \[\w{32}, \w{32}, \.\.\.\]/,
    );
  });

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
