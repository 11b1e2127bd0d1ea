/** Arbitrary Convex values as JavaScript values, for property tests. */
import { convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import type { JsonValue } from "../../values/json.ts";

const fieldName = fc.oneof(
  fc.constantFrom("a", "b", "ab", "", "Z", "~"),
  fc
    .string({ unit: "grapheme-ascii", maxLength: 4 })
    .filter((name) => !name.startsWith("$") && name !== "__proto__"),
);

const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -300n, max: 300n }),
);
const float64 = fc.oneof(
  fc.double(),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(-0, 0, NaN, Infinity, -Infinity, Number.MIN_VALUE),
);
const string = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.string({ unit: "grapheme", maxLength: 4 }),
  fc.constantFrom("", "\0", "\0\xff", "a\0", "a", "ab", "\u{10000}", "\uffff"),
);
const bytes = fc
  .uint8Array({ maxLength: 5 })
  .map((array) => array.slice().buffer);

/** Any value; deep ones are rare. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      int64,
      float64,
      fc.boolean(),
      string,
      bytes,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fieldName, tie("value"), { maxKeys: 3 }),
    ),
  }),
).value;

/** The same, encoded. */
export const anyJson: fc.Arbitrary<JsonValue> = anyValue.map((value) =>
  convexToJson(value),
);
