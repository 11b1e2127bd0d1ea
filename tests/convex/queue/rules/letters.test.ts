/** Letters of queues and names of tickets. product.md Q6. */
import { describe, expect, test } from "vitest";
import {
  lettersOf,
  needsLetters,
  readLetter,
} from "../../../../convex/queue/rules/letters.ts";
import {
  bareName,
  spelledName,
  ticketName,
} from "../../../../convex/queue/rules/ticketName.ts";

const fresh = (...names: string[]) =>
  lettersOf(names.map((name) => ({ name, letter: null })));

describe("letters", () => {
  test("are the first free letter of the name, else of the alphabet", () => {
    expect(fresh("Haircut", "Kids' cut")).toEqual(["H", "K"]);
    expect(fresh("Haircut", "Hair colour", "Ha")).toEqual(["H", "A", "B"]);
    expect(fresh("Écaille", "42", "理发")).toEqual(["E", "A", "B"]);
  });

  test("are never I, O or Q", () => {
    expect(fresh("IOQ", "Quick", "Oil")).toEqual(["A", "U", "L"]);
  });

  test("stay, and are taken for the others, whatever their order", () => {
    const queues = [
      { name: "Haircut", letter: null },
      { name: "Beard", letter: "H" },
    ];
    expect(lettersOf(queues)).toEqual(["A", "H"]);
  });

  test("are two from the twenty-fourth queue on, and differ in the largest shop", () => {
    const letters = fresh(...Array.from({ length: 100 }, (_, i) => `H ${i}`));
    expect(letters.slice(22, 25)).toEqual(["Z", "AA", "AB"]);
    expect(new Set(letters).size).toBe(100);
  });

  test("are needed from two open queues on", () => {
    const [open, closed] = [{ isActive: true }, { isActive: false }];
    expect(needsLetters([open, closed])).toBe(false);
    expect(needsLetters([open, closed, open])).toBe(true);
  });

  test.each([
    [" h ", "H"],
    ["é", "E"],
    ["ab", "AB"],
    [`${" ".repeat(20)}H`, null],
    ...["", "o", "1", "ABC", "A ", "Ж", "A-"].map((typed) => [
      typed,
      typed === "A " ? "A" : null,
    ]),
  ])("typed as %j are %j", (typed, letter) => {
    expect(readLetter(typed ?? "")).toBe(letter);
  });
});

test("a ticket's name is letter and number as one word, and without a letter as before", () => {
  expect([ticketName("H", 8), ticketName(null, 8)]).toEqual(["H8", "#8"]);
  expect([bareName("H", 8), bareName(null, 8)]).toEqual(["H8", "8"]);
  expect([spelledName("AB", 12), spelledName(null, 12)]).toEqual([
    "A B 12",
    "12",
  ]);
});
