/** Whether a kept answer fits the requested form: each kind of validator, with values that fit and values that do not. */
import { v, type GenericValidator, type Value } from "convex/values";
import { expect, test } from "vitest";
import { fits } from "../../../../convex/base/rules/fits.ts";

const answer = v.union(
  v.object({ ok: v.literal(true), number: v.optional(v.number()) }),
  v.object({ ok: v.literal(false), code: v.string() }),
);

const CASES: [string, GenericValidator, Value[], (Value | undefined)[]][] = [
  ["any", v.any(), [null, 1, {}], [undefined]],
  ["null", v.null(), [null], [0, "", {}, undefined]],
  ["literal", v.literal(true), [true], [false, 1, null]],
  ["id", v.id("tickets"), ["k1"], [1, null]],
  ["string", v.string(), [""], [1, null, ["a"]]],
  ["float64", v.number(), [0, NaN], ["0", 1n]],
  ["int64", v.int64(), [1n], [1]],
  ["boolean", v.boolean(), [false], [0, null]],
  ["bytes", v.bytes(), [new ArrayBuffer(2)], [{}, []]],
  ["array", v.array(v.string()), [[], ["a"]], [[1], {}, "a"]],
  ["record", v.record(v.string(), v.number()), [{}, { a: 1 }], [{ a: "" }, []]],
  ["object", v.object({}), [{}], [[], null, new ArrayBuffer(2), { a: 1 }]],
  [
    "union of objects",
    answer,
    [{ ok: true }, { ok: true, number: 3 }, { ok: false, code: "queueFull" }],
    [{ ok: false }, { ok: true, number: "3" }, { ok: true, code: "x" }, {}],
  ],
];

test.each(CASES)("%s", (_, validator, good, bad) => {
  for (const value of good) expect(fits(validator, value)).toBe(true);
  for (const value of bad) expect(fits(validator, value)).toBe(false);
});

test("only an optional field may be missing", () => {
  expect(fits(v.optional(v.string()), undefined)).toBe(true);
  expect(fits(v.string(), undefined)).toBe(false);
});
