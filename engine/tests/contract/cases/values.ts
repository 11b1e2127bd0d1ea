/** Values of all types: sent and returned, and in order. */
import type { Value } from "convex/values";
import { isRefused, type Case } from "../case.ts";

const bytes = (...numbers: number[]) => new Uint8Array(numbers).buffer;

const samples: readonly (readonly [string, Value, string])[] = [
  ["null", null, "Null"],
  ["true", true, "Boolean"],
  ["a float", 1.5, "Number"],
  ["an integer that is a float", 3, "Number"],
  ["negative zero", -0, "Number"],
  ["NaN", NaN, "Number"],
  ["infinity", Infinity, "Number"],
  ["negative infinity", -Infinity, "Number"],
  ["the largest int64", 2n ** 63n - 1n, "BigInt"],
  ["the smallest int64", -(2n ** 63n), "BigInt"],
  ["an int64 beyond the floats", 9007199254740993n, "BigInt"],
  ["an empty text", "", "String"],
  ["a text with characters of all lengths", "aé€𝄞\u0000\n", "String"],
  ["bytes", bytes(0, 255, 1), "ArrayBuffer"],
  ["no bytes", bytes(), "ArrayBuffer"],
  ["an array", [1, [null, "x"], 2n], "Array"],
  ["an object", { a: { b: [{}] }, Z: 1 }, "Object"],
];

const INT64_OUT = 2n ** 63n;

/** From first to last. A missing field comes before all. */
const ordered: readonly Value[] = [
  null,
  -5n,
  5n,
  -Infinity,
  -1,
  -0,
  0,
  0.5,
  Infinity,
  false,
  true,
  "",
  "B",
  "a",
  "é",
  bytes(),
  bytes(0),
  bytes(1),
  [],
  [1],
  [1, 2],
  [2],
  {},
  { a: 1 },
  { b: 0 },
];

export const values: readonly Case[] = [
  ...samples.map(([what, value, kind]): Case => ({
    title: `[FN1] ${what} comes back from arguments, documents and results unchanged`,
    steps: async (b) => {
      const id = await b.mutation("db:insert", {
        table: "things",
        value: { value },
      });
      const row = (await b.query("db:get", { id })) as { value: Value };
      return [
        await b.query("checks:anything", { value }),
        row.value,
        await b.mutation("db:kinds", { value }),
      ];
    },
    gives: [value, value, `[object ${kind}]`],
  })),
  {
    title: "[FN6] an int64 out of range does not travel",
    steps: (b) =>
      isRefused(
        Promise.resolve().then(() =>
          b.query("checks:anything", { value: INT64_OUT }),
        ),
      ),
    gives: true,
  },
  {
    title: "[FN18] an index sorts values of all types in one order",
    steps: async (b) => {
      // Inserted in an order other than the expected one.
      const shuffled = ordered.map((_, i) => (i * 7) % ordered.length);
      await b.mutation("db:insertAll", {
        table: "things",
        values: [
          ...shuffled.map((n) => ({ k: ordered[n] as Value, n })),
          { n: -1 },
        ],
      });
      const range = (order: "asc" | "desc") =>
        b.query("queries:range", { index: "by_k", range: [], order });
      return [await range("asc"), await range("desc")];
    },
    gives: [
      [-1, ...ordered.map((_, n) => n)],
      [...ordered.map((_, n) => n).reverse(), -1],
    ],
  },
];
