/** Whom a call completes and who has no chair, for every number of chairs and of people being served. */
import { expect, test } from "vitest";
import {
  MAX_CHAIRS,
  withoutChair,
} from "../../../../convex/queue/rules/chairs.ts";

test("a call completes: the earliest of the caller's own customers, and only as many as chairs are missing", () => {
  for (let chairs = 1; chairs <= MAX_CHAIRS; chairs += 1) {
    for (let own = 0; own <= 12; own += 1) {
      for (let others = 0; others <= 4; others += 1) {
        const called = [
          ...Array.from({ length: own }, (_, i) => i),
          ...Array.from({ length: others }, (_, i) => 100 + i),
        ];
        const ended = withoutChair(called, (person) => person < 100, chairs, 1);
        const tooMany = own + others + 1 - chairs;
        const expected = Math.min(own, Math.max(0, tooMany));
        expect(ended, `${own} and ${others} in ${chairs}`).toEqual(
          called.slice(0, expected),
        );
      }
    }
  }
});

test("no chair is left for: the earliest of the caller's own customers, but never for the newest", () => {
  const isOwn = (person: number) => person < 100;
  expect(withoutChair([1], isOwn, 1, 0)).toEqual([]);
  expect(withoutChair([1, 2], isOwn, 1, 0)).toEqual([1]);
  expect(withoutChair([1, 2], isOwn, 2, 0)).toEqual([]);
  expect(withoutChair([1, 2, 3], isOwn, 2, 0)).toEqual([1]);
  expect(withoutChair([1, 100], isOwn, 1, 0)).toEqual([]);
  expect(withoutChair([1, 100, 2], isOwn, 2, 0)).toEqual([1]);
  expect(withoutChair([100, 101], isOwn, 1, 0)).toEqual([]);
});
