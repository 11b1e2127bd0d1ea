/** Which people the desk finds for a typed text. */
import { expect, test } from "vitest";
import { findPeople } from "../../../../../src/features/desk/people/find-people.ts";
import { board, person } from "../../../samples.ts";

const at = board({
  called: [person(12, { name: "Kwame", status: "called" })],
  waiting: [
    person(1, { name: "Zoë Müller", phone: "+447911123456" }),
    person(2),
    person(120, { name: "Ana 12" }),
    person(121, { name: "محمد عبد الرحمن" }),
  ],
  scheduled: [person(7, { name: "zoltan" })],
});

test.each([
  ["the whole number before those that begin with it", "12", [12, 120, 121]],
  ["a number as it is written", "#2", [2]],
  ["a name without its accents", "  ZOE m", [1]],
  [
    "the beginning of several names, the line before appointments",
    "zo",
    [1, 7],
  ],
  ["a name from right to left", "عبد", [121]],
  ["digits of a phone number, however they are set", "7911 123", [1]],
  ["nobody", "xyz", []],
  ["nothing yet", "  ", []],
  ["nothing yet but the sign", "#", []],
])("%s", (_, typed, numbers) => {
  expect(findPeople(at, typed).map(({ number }) => number)).toEqual(numbers);
});

test("a letter of the queue finds its people only", () => {
  const waiting = [person(8, { letter: "H" }), person(80, { letter: "H" })];
  const numbers = (typed: string) =>
    findPeople(board({ letter: "H", waiting }), typed).map(
      ({ number }) => number,
    );
  expect(numbers("h8")).toEqual([8, 80]);
  expect(numbers("8")).toEqual([8, 80]);
  expect(numbers("k8")).toEqual([]);
});

test("the search finds no more than eight customers, as many as fit below the field", () => {
  const waiting = Array.from({ length: 60 }, (_, index) => person(index + 1));
  expect(findPeople(board({ waiting }), "1")).toHaveLength(8);
});
