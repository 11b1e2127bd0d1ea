import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  encodeLine,
  insertIntoLine,
  parseLine,
  positionOf,
  removeFromLine,
} from "../../../../convex/queue/rules/line.ts";

const anyOrder = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), {
  maxLength: 300,
});

describe("the compact waiting order", () => {
  test("is an empty text for an empty line", () => {
    expect(encodeLine([])).toBe("");
    expect(parseLine("")).toEqual([]);
  });

  test("has this form: one character for a short run, '.' before a long one", () => {
    expect(encodeLine([1])).toBe("A");
    expect(encodeLine([1, 2, 3])).toBe("C");
    expect(encodeLine([2, 3, 5])).toBe("JI");
    expect(encodeLine([901, 902])).toBe(".o4BB");
    expect(encodeLine([2, 1])).toBe("I.DA");
  });

  test("reads back what was written, in any order of numbers", () => {
    fc.assert(
      fc.property(anyOrder, (numbers) => {
        expect(parseLine(encodeLine(numbers))).toEqual(numbers);
      }),
    );
  });

  test("gives every customer their place, and nobody else one", () => {
    fc.assert(
      fc.property(
        anyOrder,
        fc.integer({ min: 1, max: 100_000 }),
        (numbers, n) => {
          const text = encodeLine(numbers);
          numbers.forEach((number, index) => {
            expect(positionOf(text, number)).toBe(index + 1);
          });
          if (!numbers.includes(n)) expect(positionOf(text, n)).toBeNull();
        },
      ),
    );
  });

  test("inserts and removes like a list", () => {
    fc.assert(
      fc.property(
        anyOrder,
        fc.integer({ min: 100_001, max: 200_000 }),
        fc.nat(310),
        (numbers, newcomer, at) => {
          const text = encodeLine(numbers);
          const inserted = insertIntoLine(text, at, newcomer);
          expect(parseLine(inserted)).toEqual([
            ...numbers.slice(0, at),
            newcomer,
            ...numbers.slice(at),
          ]);
          expect(removeFromLine(inserted, newcomer)).toBe(text);
          expect(removeFromLine(text, newcomer)).toBe(text);
        },
      ),
    );
  });

  test("refuses text that it did not write", () => {
    for (const text of ["!", ".", ".A", "A.gg"])
      expect(() => parseLine(text)).toThrow("Not a waiting order");
  });
});
