/** Who counts as come when the next one is called, and whom the desk asks about. */
import { expect, test } from "vitest";
import {
  askedAbout,
  graceMsOf,
  isOverAtNextCall,
} from "../../../../convex/business/rules/unmarked.ts";
import { MINUTE } from "../../fake-clock.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");

test("calling the next one ends the turn of a person who is served, or was called three minutes ago", () => {
  const isOver = (serving: boolean, agoMs: number) =>
    isOverAtNextCall({ serving, at: NOW - agoMs }, "ask", NOW);
  expect(isOver(true, 0)).toBe(true);
  expect(isOver(false, 3 * MINUTE)).toBe(true);
  expect(isOver(false, 3 * MINUTE - 1)).toBe(false);
});

test("a shop may count everybody as come, or let a clock decide meanwhile", () => {
  const justCalled = { serving: false, at: NOW };
  expect(isOverAtNextCall(justCalled, "came", NOW)).toBe(true);
  expect(isOverAtNextCall(justCalled, "missed", NOW)).toBe(false);
});

test("only a shop that chose the clock has one", () => {
  const grace = (whenUnmarked: "ask" | "came" | "missed") =>
    graceMsOf({ whenUnmarked, graceMinutes: 5 });
  expect(grace("missed")).toBe(5 * MINUTE);
  expect(grace("ask")).toBe(0);
  expect(grace("came")).toBe(0);
});

const called = (id: number, agoMinutes: number, more: object = {}) => ({
  ...{ id, status: "called", acknowledged: false },
  ...{ calledAt: NOW - agoMinutes * MINUTE, ...more },
});
const shop = { whenUnmarked: "ask", graceMinutes: 5, chairs: 1 } as const;
const asked = (people: ReturnType<typeof called>[], more: object = {}) =>
  askedAbout(people, { ...shop, ...more }, NOW).map(({ id }) => id);

test("the desk asks about a person whose time to come is over, not about one who answered or is served", () => {
  expect(asked([called(1, 5)])).toEqual([1]);
  expect(asked([called(1, 4.9)])).toEqual([]);
  expect(asked([called(1, 60, { acknowledged: true })])).toEqual([]);
  expect(asked([called(1, 60, { status: "serving" })])).toEqual([]);
});

test("it asks at once about those for whom there is no chair", () => {
  const people = [called(1, 2), called(2, 1), called(3, 0)];
  expect(asked(people)).toEqual([1, 2]);
  expect(asked(people, { chairs: 2 })).toEqual([1]);
  expect(asked(people, { chairs: 3 })).toEqual([]);
});

test("it asks nothing where the shop has decided", () => {
  const people = [called(1, 60), called(2, 0)];
  expect(asked(people, { whenUnmarked: "came" })).toEqual([]);
  expect(asked(people, { whenUnmarked: "missed" })).toEqual([]);
});

test("at named chairs: somebody is asked about when another was called to the same chair, whatever the number of chairs", () => {
  const at = (chairId: string) => ({ chairId });
  const three = [
    called(1, 2, at("a")),
    called(2, 1, at("b")),
    called(3, 0, at("a")),
  ];
  expect(asked(three, { chairs: 3 })).toEqual([1]);
  expect(asked([called(1, 0)], { chairs: 0 })).toEqual([]);
});

test("at named chairs: a later call to the same chair counts from any queue", () => {
  const one = called(1, 1, { chairId: "a" });
  const later = called(2, 0, { chairId: "a" });
  const earlier = called(3, 2, { chairId: "a" });
  const askedAmong = (...others: ReturnType<typeof called>[]) =>
    askedAbout([one], { ...shop, chairs: 2 }, NOW, [one, ...others]);
  expect(askedAmong(later)).toEqual([one]);
  expect(askedAmong(earlier)).toEqual([]);
});
