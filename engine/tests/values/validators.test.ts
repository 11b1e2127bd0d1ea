import { convexToJson, v, type Validator, type Value } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../values/json.ts";
import { displayValue } from "../../values/display.ts";
import { decodeId, newId } from "../../values/ids.ts";
import { must } from "../../values/user-error.ts";
import type { ValidatorJson } from "../../values/validator-json.ts";
import { checkDocument, checkValue } from "../../values/validators.ts";
import { anyValue } from "./arbitrary.ts";
import { anyValidator, nearlyMatching } from "./arbitrary-validator.ts";
import { plainCheck } from "./plain-validator.ts";

type AnyValidator = Validator<unknown, "required" | "optional", string>;

/** The JSON that npm convex sends. Its getter is marked internal. */
const json = (validator: AnyValidator) =>
  (validator as unknown as { json: ValidatorJson }).json;
const TABLES = new Map([
  [10_001, "queues"],
  [10_002, "tickets"],
  [20, "_storage"],
]);
const check = (validator: AnyValidator, value: Value) =>
  checkValue(json(validator), convexToJson(value), (table) =>
    TABLES.get(table),
  );
const queue = newId(10_001);
const ticket = newId(10_002);

describe("what matches", () => {
  test.each<[string, AnyValidator, Value[], Value[]]>([
    ["null", v.null(), [null], [0, "null"]],
    ["float64", v.number(), [0, -0, NaN, 1.5], [0n, "0", null]],
    ["int64", v.int64(), [0n, -5n], [0, "0"]],
    ["boolean", v.boolean(), [true, false], [0, null]],
    ["string", v.string(), ["", "a"], [1, ["a"]]],
    ["bytes", v.bytes(), [new ArrayBuffer(0)], ["", []]],
    ["any", v.any(), [null, 1, {}, ["x"], 2n], []],
    ["literal", v.literal("a"), ["a"], ["b", 1, null]],
    ["literal int64", v.literal(1n), [1n], [1, 2n]],
    ["array", v.array(v.number()), [[], [1, 2]], [["a"], [1, null], {}]],
    [
      "record",
      v.record(v.string(), v.number()),
      [{}, { a: 1 }],
      [{ a: "1" }, [], null],
    ],
    [
      "record by id",
      v.record(v.id("queues"), v.null()),
      [{ [queue]: null }],
      [{ [ticket]: null }, { other: null }],
    ],
    [
      "object",
      v.object({ a: v.number(), b: v.optional(v.string()) }),
      [{ a: 1 }, { a: 1, b: "x" }],
      [{}, { a: 1, b: null }, { a: 1, c: 1 }, [], null],
    ],
    [
      "union",
      v.union(v.literal("a"), v.object({ a: v.null() })),
      ["a", { a: null }],
      ["b", { a: 1 }, null],
    ],
    ["empty union", v.union(), [], [null]],
    ["id", v.id("queues"), [queue], [ticket, "x", 1, newId(10_003)]],
  ])("[VA11] %s", (_name, validator, good, bad) => {
    for (const value of good) expect(check(validator, value)).toBeNull();
    for (const value of bad)
      expect(check(validator, value)).toEqual(expect.any(String));
  });

  test("[VA11] any value matches v.any(), alone and in arrays and objects", () =>
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(check(v.any(), value)).toBeNull();
        expect(check(v.array(v.any()), [value])).toBeNull();
        expect(check(v.object({ x: v.any() }), { x: value })).toBeNull();
      }),
    ));
});

const ids = [newId(10_001), newId(10_002), newId(20), newId(10_003), "x"];
const nameOf = (table: number) => TABLES.get(table);
const tableOf = (id: string) => nameOf(decodeId(id)?.table ?? 0);

test("[VA11] [VA12] compiled validators: accept what the plain rules accept, and give the same texts for the rest", () => {
  const seen = { good: 0, bad: 0 };
  const pair = anyValidator([...TABLES.values()]).chain((validator) =>
    fc.tuple(fc.constant(validator), nearlyMatching(validator, ids)),
  );
  fc.assert(
    fc.property(pair, ([validator, value]) => {
      const plain = plainCheck(validator, value, tableOf);
      expect(checkValue(validator, value, nameOf)).toBe(plain);
      seen[plain === null ? "good" : "bad"]++;
    }),
    { numRuns: 5000 },
  );
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(1000);
});

describe("texts for values that do not match", () => {
  const person = v.object({
    name: v.string(),
    tags: v.optional(v.array(v.string())),
  });

  test.each<[string, AnyValidator, Value, string]>([
    [
      "a missing field",
      person,
      { tags: [] },
      "Object is missing the required field `name`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n\nObject: {tags: []}\nValidator: v.object({name: v.string(), tags: v.optional(v.array(v.string()))})",
    ],
    [
      "a missing field further in",
      v.object({ who: v.array(person) }),
      { who: [{ name: "Ann" }, {}] },
      "Object is missing the required field `name`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\nPath: .who[1]\nObject: {}\nValidator: v.object({name: v.string(), tags: v.optional(v.array(v.string()))})",
    ],
    [
      "an extra field",
      v.object({ a: v.number() }),
      { a: 1, b: true },
      "Object contains extra field `b` that is not in the validator.\n\nObject: {a: 1.0, b: true}\nValidator: v.object({a: v.float64()})",
    ],
    [
      "another type",
      v.object({ a: v.number() }),
      { a: "1" },
      'Value does not match validator.\nPath: .a\nValue: "1"\nValidator: v.float64()',
    ],
    [
      "no member of a union",
      v.union(v.null(), v.int64()),
      2,
      "Value does not match validator.\n\nValue: 2.0\nValidator: v.union(v.null(), v.int64())",
    ],
    [
      "the only member of a union",
      v.union(v.object({ a: v.null() })),
      { a: 1 },
      "Value does not match validator.\nPath: .a\nValue: 1.0\nValidator: v.null()",
    ],
    [
      "another literal",
      v.object({ a: v.literal("x") }),
      { a: "y" },
      '`"y"` does not match literal validator `v.literal("x")`.Path: .a',
    ],
    [
      "a literal int64",
      v.literal(3n),
      4n,
      "`4` does not match literal validator `v.literal(<bigint>)`.",
    ],
    [
      "a number literal",
      v.literal(3),
      4,
      "`4.0` does not match literal validator `v.literal(3.0)`.",
    ],
    [
      "an id of another table",
      v.id("queues"),
      ticket,
      `Found ID "${ticket}" from table \`tickets\`, which does not match the table name in validator \`v.id("queues")\`.`,
    ],
    [
      "an id of a system table",
      v.id("queues"),
      newId(20).toString(),
      'from a system table, which does not match the table name in validator `v.id("queues")`.',
    ],
    [
      "no id",
      v.id("queues"),
      "x",
      'Value does not match validator.\n\nValue: "x"\nValidator: v.id("queues")',
    ],
    [
      "a record's key",
      v.record(v.id("queues"), v.any()),
      { x: 1 },
      'Value does not match validator.\nPath: .keys()\nValue: "x"\nValidator: v.id("queues")',
    ],
    [
      "a record's value",
      v.record(v.string(), v.bytes()),
      { x: 1 },
      "Value does not match validator.\nPath: .values()\nValue: 1.0\nValidator: v.bytes()",
    ],
  ])("[VA12] %s", (_what, validator, value, text) => {
    const complaint = must(check(validator, value), "it does not match");
    expect(complaint.endsWith(text)).toBe(true);
    if (!text.startsWith("from")) expect(complaint).toBe(text);
  });

  test.each<[Value, string]>([
    [1, "1.0"],
    [-0, "-0.0"],
    [1e15, "1000000000000000.0"],
    [1e16, "1e16"],
    [1.5e-7, "1.5e-7"],
    [NaN, "NaN"],
    [-Infinity, "-inf"],
    [5n, "5"],
    ['a"\\\n\u0007é', '"a\\"\\\\\\n\\u{7}é"'],
    [new Uint8Array([1, 2]).buffer, 'b"AQI="'],
    [{ b: [null, true], a: {} }, "{a: {}, b: [null, true]}"],
  ])("[VA13] %o is printed as %s", (value, text) =>
    expect(displayValue(convexToJson(value))).toBe(text),
  );

  test("[VA13] only the beginning of a long value is walked and printed", () => {
    const names = Array<string>(8192).fill("Ann ");
    Object.defineProperty(names, 8191, {
      get: () => {
        throw new Error("walked to its end");
      },
    });
    const long = [names, "x".repeat(1 << 20), { a: "\n".repeat(1 << 20) }];
    for (const value of long)
      expect(displayValue(value)).toHaveLength((1 << 14) + 1);
    expect(displayValue("x".repeat(16_000))).toBe(`"${"x".repeat(16_000)}"`);
  });

  test("[VA14] a document is checked and printed without its system fields", () => {
    const document = {
      _id: queue,
      _creationTime: 1,
      name: "Cuts",
    } satisfies JsonObject;
    const names = (table: number) => TABLES.get(table);
    const good = json(v.object({ name: v.string() }));
    expect(checkDocument(good, document, names)).toBeNull();
    expect(checkDocument(json(v.any()), document, names)).toBeNull();
    expect(checkDocument(json(v.object({})), document, names)).toBe(
      'Object contains extra field `name` that is not in the validator.\n\nObject: {name: "Cuts"}\nValidator: v.object({})',
    );
  });
});
