import { compareValues as referenceOrder, convexToJson } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterPrefix,
  compareValues,
  encodeKey,
  idOfKey,
  keyOfDocument,
  valueAtPath,
} from "../../values/keys.ts";
import { newId } from "../../values/ids.ts";
import { anyJson, anyValue } from "./arbitrary.ts";

const RUNS = { numRuns: 3000 };

/** One value of each kind and its edge cases, in the order that the backend documents. */
const IN_ORDER = [
  undefined,
  null,
  { $integer: "AAAAAAAAAIA=" }, // -2^63
  convexToJson(-1n),
  convexToJson(0n),
  convexToJson(2n ** 63n - 1n),
  { $float: "AAAAAAAA+P8=" }, // NaN with the sign bit
  convexToJson(-Infinity),
  -1.5,
  convexToJson(-0),
  0,
  0.5,
  1e308,
  convexToJson(Infinity),
  convexToJson(NaN),
  false,
  true,
  "",
  "\0",
  "\0a",
  "a",
  "aa",
  "b",
  "\uffff",
  "\u{10000}",
  convexToJson(new Uint8Array([]).buffer),
  convexToJson(new Uint8Array([0]).buffer),
  convexToJson(new Uint8Array([0, 0]).buffer),
  convexToJson(new Uint8Array([1]).buffer),
  [],
  [null],
  [null, null],
  ["a"],
  {},
  { a: null },
  { a: null, b: null },
  { a: 1 },
  { b: null },
];

const sign = (order: number) => Math.sign(order);

describe("order of values", () => {
  test("[VA1] undefined < null < int64 < float64 < boolean < string < bytes < array < object, with each type's edge cases", () => {
    const keys = IN_ORDER.map((value) => encodeKey([value]));
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("[VA1] keys of any two values compare as the official client compares the values", () =>
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        const [x, y] = [convexToJson(a), convexToJson(b)];
        const expected = sign(referenceOrder(a, b));
        expect(sign(compareValues(x, y))).toBe(expected);
        const [left, right] = [encodeKey([x]), encodeKey([y])];
        expect(left < right ? -1 : left === right ? 0 : 1).toBe(expected);
      }),
      RUNS,
    ));

  test("[VA1] a list is ordered by its first difference, whatever follows", () =>
    fc.assert(
      fc.property(anyJson, anyJson, anyJson, anyJson, (a, b, x, y) => {
        fc.pre(compareValues(a, b) !== 0);
        expect(encodeKey([a, x]) < encodeKey([b, y])).toBe(
          compareValues(a, b) < 0,
        );
      }),
      RUNS,
    ));

  test("[VA2] afterPrefix is above every key with the prefix and not above any other higher key", () =>
    fc.assert(
      fc.property(anyJson, anyJson, anyJson, (value, more, other) => {
        const prefix = encodeKey([value]);
        const after = afterPrefix(prefix);
        expect(encodeKey([value, more]) < after).toBe(true);
        const key = encodeKey([other]);
        expect(key >= after).toBe(key > prefix && !key.startsWith(prefix));
      }),
      RUNS,
    ));

  test("[VA2] afterPrefix of an empty prefix is above every key, and 0xFF at the end is carried", () => {
    expect(encodeKey([{ a: "\u{10ffff}" }]) < afterPrefix("")).toBe(true);
    expect(afterPrefix("a\xff\xff")).toBe("b");
  });
});

describe("keys of documents", () => {
  const id = newId(10_001);
  const document = {
    _id: id,
    _creationTime: 1_700_000_000_000.5,
    queue: "q",
    at: { hour: 9 },
  };

  test("[VA3] a key is the fields, then _creationTime, then _id", () => {
    expect(keyOfDocument(["queue", "at.hour"], document)).toBe(
      encodeKey(["q", 9, 1_700_000_000_000.5, id]),
    );
    expect(keyOfDocument(["missing"], document)).toBe(
      encodeKey([undefined, 1_700_000_000_000.5, id]),
    );
  });

  test("[VA3] the id can be read from any key", () =>
    fc.assert(
      fc.property(anyJson, (value) => {
        const key = keyOfDocument(["x"], { ...document, x: value });
        expect(idOfKey(key)).toBe(id);
      }),
      RUNS,
    ));

  test("[VA4] a path goes only through objects and their own fields", () => {
    expect(valueAtPath(document, "at.hour")).toBe(9);
    expect(valueAtPath(document, "at.minute")).toBeUndefined();
    expect(valueAtPath(document, "queue.length")).toBeUndefined();
    expect(valueAtPath({ list: [1] }, "list.0")).toBeUndefined();
    expect(valueAtPath(document, "constructor")).toBeUndefined();
    expect(valueAtPath({ a: null }, "a.b")).toBeUndefined();
  });
});
