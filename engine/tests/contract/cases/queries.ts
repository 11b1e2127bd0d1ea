/** Index ranges, filters, ways to read results, search. */
import { failureOf, isRefused, type Backend, type Case } from "../case.ts";

const ROWS = [
  { a: 1, b: 1, n: 1 },
  { a: 1, b: 2, n: 2 },
  { a: 1, n: 3 },
  { a: 2, b: 1, n: 4 },
  { a: 0, b: 9, n: 5 },
  { b: 1, n: 6 },
  { a: 1, b: 2, n: 7 },
];

const fill = (b: Backend, rows: readonly Record<string, unknown>[]) =>
  b.mutation("db:insertAll", { table: "things", values: rows as never });
type Comparison = readonly [string, string, unknown];
const range = (
  b: Backend,
  index: string,
  comparisons: readonly Comparison[],
  order: "asc" | "desc" = "asc",
) => b.query("queries:range", { index, range: comparisons as never, order });

const bound =
  (op: string) =>
  (field: string, value: unknown): Comparison => [op, field, value];
const eq = bound("eq");
const gt = bound("gt");
const gte = bound("gte");
const lt = bound("lt");
const lte = bound("lte");

const RANGES: readonly (readonly [
  string,
  readonly Comparison[],
  readonly number[],
])[] = [
  ["everything", [], [6, 5, 3, 1, 2, 7, 4]],
  ["one equality", [eq("a", 1)], [3, 1, 2, 7]],
  ["two equalities", [eq("a", 1), eq("b", 2)], [2, 7]],
  ["a missing field", [eq("a", "undefined")], [6]],
  ["an equality and a missing field", [eq("a", 1), eq("b", "undefined")], [3]],
  ["gt", [eq("a", 1), gt("b", 1)], [2, 7]],
  ["gte", [eq("a", 1), gte("b", 1)], [1, 2, 7]],
  ["lt", [eq("a", 1), lt("b", 2)], [3, 1]],
  ["lte", [eq("a", 1), lte("b", 1)], [3, 1]],
  ["both bounds", [gt("a", 0), lte("a", 1)], [3, 1, 2, 7]],
  ["bounds that leave nothing", [gte("a", 2), lt("a", 1)], []],
  ["lte another", [eq("a", 1), lte("b", 2)], [3, 1, 2, 7]],
  ["no missing field", [eq("a", 1), gt("b", "undefined"), lt("b", 2)], [1]],
  ["a value that is nowhere", [eq("a", "x")], []],
  ["bounds of another type", [gte("a", "x")], []],
];

const is = (op: string, ...of: unknown[]) => ({ op, of });
const field = (name: string) => ({ field: name });
const literal = (value: unknown) => ({ literal: value });
const filter = (b: Backend, expression: unknown) =>
  b.query("queries:filter", { expression: expression as never });
const n = field("n");

const FILTERS: readonly (readonly [string, unknown, readonly number[]])[] = [
  ["eq", is("eq", n, literal(2)), [2]],
  ["neq", is("neq", n, literal(2)), [1, 3, 4, 5]],
  ["lt", is("lt", n, literal(3)), [1, 2]],
  ["lte", is("lte", n, literal(3)), [1, 2, 3]],
  ["gt", is("gt", n, literal(3)), [4, 5]],
  ["gte", is("gte", n, literal(3)), [3, 4, 5]],
  ["and", is("and", is("gt", n, literal(1)), is("lt", n, literal(4))), [2, 3]],
  ["or", is("or", is("eq", n, literal(1)), is("eq", n, literal(5))), [1, 5]],
  ["not", is("not", is("gt", n, literal(1))), [1]],
  ["add", is("eq", is("add", n, literal(1)), literal(3)), [2]],
  ["sub", is("eq", is("sub", n, literal(1)), literal(3)), [4]],
  ["mul", is("eq", is("mul", n, literal(2)), literal(6)), [3]],
  ["div", is("eq", is("div", n, literal(2)), literal(2.5)), [5]],
  ["mod", is("eq", is("mod", n, literal(2)), literal(0)), [2, 4]],
  ["and of nothing", is("and"), [1, 2, 3, 4, 5]],
  ["or of nothing", is("or"), []],
  ["a field inside", is("eq", field("deep.x"), literal(4)), [4]],
  [
    "a missing field",
    is("eq", field("no"), literal("undefined")),
    [1, 2, 3, 4, 5],
  ],
];

const NUMBERED = [1, 2, 3, 4, 5].map((i) => ({ n: i, deep: { x: i } }));

const MIXED = [
  { a: 1, n: 1 },
  { a: "1", n: 2 },
  { a: null, n: 3 },
  { a: true, n: 4 },
  { n: 5 },
];

export const queries: readonly Case[] = [
  ...RANGES.map(([what, comparisons, ns]): Case => ({
    title: `[FN18] an index range: ${what}, in both orders`,
    steps: async (b) => {
      await fill(b, ROWS);
      return [
        await range(b, "by_a_b", comparisons),
        await range(b, "by_a_b", comparisons, "desc"),
      ];
    },
    gives: [ns, [...ns].reverse()],
  })),
  {
    title: "[FN18] an index on a field inside an object",
    steps: async (b) => {
      await fill(b, [
        { deep: { x: 2 }, n: 1 },
        { deep: { x: 1 }, n: 2 },
        { n: 3 },
      ]);
      return [
        await range(b, "by_deep", []),
        await range(b, "by_deep", [gte("deep.x", 2)]),
        // A missing field sorts below every number, so a range of numbers leaves it out.
        await range(b, "by_deep", [gt("deep.x", 0), lte("deep.x", 1)]),
        await range(b, "by_deep", [lte("deep.x", 1)]),
      ];
    },
    gives: [[3, 2, 1], [1], [2], [3, 2]],
  },
  {
    title: "[FN18] the index by creation time",
    steps: async (b) => {
      await fill(b, NUMBERED);
      return range(b, "by_creation_time", [gt("_creationTime", 0)], "desc");
    },
    gives: [5, 4, 3, 2, 1],
  },
  ...(
    [
      ["fields out of order", [eq("b", 1)]],
      ["a field the index does not have", [eq("n", 1)]],
    ] as const
  ).map(([what, comparisons]): Case => ({
    title: `[FN19] an index range with ${what} is refused`,
    steps: async (b) => {
      await fill(b, ROWS);
      return isRefused(range(b, "by_a_b", comparisons));
    },
    gives: true,
  })),
  {
    title: "[FN19] an index that does not exist is refused",
    steps: (b) => isRefused(range(b, "by_nothing", [])),
    gives: true,
  },
  ...FILTERS.map(([what, expression, ns]): Case => ({
    title: `[FN20] a filter: ${what}`,
    steps: async (b) => {
      await fill(b, NUMBERED);
      return filter(b, expression);
    },
    gives: ns,
  })),
  {
    title: "[FN20] a filter: neg",
    steps: async (b) => {
      await fill(b, NUMBERED);
      return filter(b, is("lt", is("neg", n), literal(-4)));
    },
    gives: [5],
    differs: { why: "convex-test has no $neg", fails: "not implemented" },
  },
  {
    title:
      "[FN20] filters compare values of different types in the order of the index",
    steps: async (b) => {
      await fill(b, MIXED);
      return [
        await filter(b, is("gt", field("a"), literal(1))),
        await filter(b, is("lte", field("a"), literal(null))),
      ];
    },
    gives: [
      [2, 4],
      [3, 5],
    ],
    differs: {
      why: "convex-test compares with JavaScript's own <, which converts: true > 1 is false and null <= 0 is true",
      convexTest: [[], [3]],
    },
  },
  {
    title: "[FN21] first, take, count, unique, iteration, both orders",
    steps: async (b) => {
      await fill(b, [{ n: 3 }, { n: 1 }, { n: 2 }]);
      return b.query("queries:ways");
    },
    gives: {
      first: 3,
      last: 2,
      take: [3, 1],
      zero: [],
      count: 3,
      unique: 3,
      iterated: [3, 1],
      none: null,
    },
  },
  {
    title: "[FN21] unique of none is null, of several is refused",
    steps: async (b) => {
      const none = await b.query("queries:unique");
      await fill(b, [{ n: 1 }, { n: 2 }]);
      const failure = await failureOf(b.query("queries:unique"));
      return [none, "message" in failure && failure.message.split(" from ")[0]];
    },
    gives: [null, "unique() query returned more than one result"],
  },
  {
    title: "[FN22] a search finds words and the beginning of the last one",
    steps: async (b) => {
      await b.mutation("db:insertAll", {
        table: "texts",
        values: [
          { body: "the quick brown fox", kind: "a" },
          { body: "a Brown bear", kind: "b" },
          { body: "nothing here", kind: "a" },
        ],
      });
      const search = async (text: string, kind?: string) =>
        (
          (await b.query("queries:search", {
            text,
            ...(kind === undefined ? {} : { kind }),
          })) as string[]
        ).sort();
      return [
        await search("fox"),
        await search("BROWN"),
        await search("noth"),
        await search("brown", "b"),
        await search("zebra"),
      ];
    },
    gives: [
      ["the quick brown fox"],
      ["a Brown bear", "the quick brown fox"],
      ["nothing here"],
      ["a Brown bear"],
      [],
    ],
  },
];
