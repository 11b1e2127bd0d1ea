import { convexToJson, getConvexSize } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../values/json.ts";
import { formatSize } from "../../values/format-size.ts";
import {
  checkDocumentLimits,
  checkIdentifier,
  checkLimits,
} from "../../values/limits.ts";
import { sizeOf } from "../../values/size.ts";
import { UserError } from "../../values/user-error.ts";
import { anyValue } from "./arbitrary.ts";

function nested(levels: number): JsonValue {
  let value: JsonValue = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

const object = (fields: number): Record<string, JsonValue> =>
  Object.fromEntries(Array.from({ length: fields }, (_, i) => [`f${i}`, 1]));

test("[VA7] sizes: a value is as large as the official client counts it", () =>
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(sizeOf(convexToJson(value))).toBe(getConvexSize(value));
    }),
    { numRuns: 2000 },
  ));

test.each([
  [512, "512 B"],
  [1 << 20, "1 MiB"],
  [1536 * 1024, "1.50 MiB"],
  [(1 << 20) + 1, "1.00 MiB"],
  [32 << 20, "32 MiB"],
])("[VA7] sizes: %i bytes are shown as %s", (bytes, text) =>
  expect(formatSize(bytes)).toBe(text),
);

describe("limits of a value", () => {
  test.each<[string, JsonValue, string]>([
    [
      "8193 elements",
      Array.from({ length: 8193 }, () => null),
      "Array length is too long (8193 > maximum length 8192)",
    ],
    [
      "1025 fields",
      object(1025),
      "Object has too many fields (1025 > maximum number 1024)",
    ],
    [
      "65 levels",
      nested(65),
      "Value is too nested (nested 65 levels deep > maximum nesting 64)",
    ],
    [
      "more than 32 MiB",
      "x".repeat(32 << 20),
      "Value is too large (32.00 MiB > maximum size 32 MiB)",
    ],
    [
      "a reserved name",
      { a: [{ $b: 1, c: 2 }] },
      "Field name $b starts with '$', which is reserved.",
    ],
    [
      "a control character",
      { "a\n": 1 },
      "Field name a\n has invalid character '\n': Field names can only contain non-control ASCII characters",
    ],
    [
      "a letter that is not ASCII",
      { é: 1 },
      "Field name é has invalid character 'é': Field names can only contain non-control ASCII characters",
    ],
    [
      "a long name",
      { ["n".repeat(1025)]: 1 },
      "Field name is too long (1025 > maximum 1024)",
    ],
  ])("[VA8] %s is refused", (_what, value, text) =>
    expect(() => checkLimits(value)).toThrow(new UserError(text)),
  );

  test("[VA8] everything exactly at the limit is accepted", () => {
    checkLimits(Array.from({ length: 8192 }, () => null));
    checkLimits(object(1024));
    checkLimits(nested(64));
    checkLimits("x".repeat((32 << 20) - 2));
    checkLimits({ ["n".repeat(1024)]: 1, "": 2, _ok: 3 });
    checkLimits(convexToJson({ a: 1n, b: new ArrayBuffer(2), c: -0 }));
  });

  test("[VA8] a value too deep to walk is refused without a stack overflow", () =>
    expect(() => checkLimits(nested(100_000))).toThrow(/too nested/));
});

const system = { _id: "k570e9j5cj1t5gf0zwf3tq3vkawxhqr0", _creationTime: 1 };

test("[VA9] limits of a document: nesting is at most 16, size at most 1 MiB, and underscores are for system fields", () => {
  const texts = [
    [
      { a: nested(16) },
      "Document is too nested (nested 17 levels deep > maximum nesting 16)",
    ],
    [
      { a: "x".repeat(1 << 20) },
      "Value is too large (1.00 MiB > maximum size 1 MiB)",
    ],
    [
      { _hidden: 1 },
      "Field '_hidden' starts with an underscore, which is only allowed for system fields like '_id'",
    ],
  ] as const;
  for (const [fields, text] of texts)
    expect(() => checkDocumentLimits({ ...system, ...fields })).toThrow(
      new UserError(text),
    );
});

test("[VA9] limits of a document: a document at the limit is accepted, and its size is returned", () => {
  checkDocumentLimits({ ...system, a: nested(15) });
  const empty = checkDocumentLimits({ ...system, a: "" }).size;
  const full = { ...system, a: "x".repeat((1 << 20) - empty) };
  expect(checkDocumentLimits(full).size).toBe(1 << 20);
});

test.each([
  ["", "Identifier cannot be empty"],
  [
    "1a",
    "Invalid first character '1' in 1a: Identifiers must start with an alphabetic character or underscore",
  ],
  [
    "a-b",
    "Identifier a-b has invalid character '-': Identifiers can only contain alphanumeric characters or underscores",
  ],
  ["a".repeat(65), "Identifier is too long (65 > maximum 64)"],
  ["__", "Identifier __ cannot have exclusively underscores"],
])("[VA10] identifiers: %j is refused", (name, text) =>
  expect(() => checkIdentifier(name)).toThrow(new UserError(text)),
);

test("[VA10] identifiers: names of letters, digits and underscores are accepted", () => {
  for (const name of ["a", "_b", "A1_", "a".repeat(64)]) checkIdentifier(name);
});
