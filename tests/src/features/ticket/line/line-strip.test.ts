/** Position and line strip: what a phone reads from the line's compact text. */
import { expect, test } from "vitest";
import { stripOf } from "../../../../../src/features/ticket/line/line-strip.tsx";

test.each([
  [1, 1, { ahead: 0, aheadMore: 0, behind: 0, behindMore: 0 }],
  [3, 23, { ahead: 2, aheadMore: 0, behind: 3, behindMore: 17 }],
  [4, 6, { ahead: 3, aheadMore: 0, behind: 2, behindMore: 0 }],
  [15, 23, { ahead: 4, aheadMore: 10, behind: 3, behindMore: 5 }],
  [1000, 1000, { ahead: 4, aheadMore: 995, behind: 0, behindMore: 0 }],
])("for place %d of %d", (position, total, strip) => {
  expect(stripOf(position, total)).toEqual(strip);
});

test("never draws more than eight dots and counts every customer", () => {
  for (let total = 1; total <= 40; total += 1) {
    for (let position = 1; position <= total; position += 1) {
      const strip = stripOf(position, total);
      const dots = strip.ahead + 1 + strip.behind;
      expect(dots).toBeLessThanOrEqual(8);
      expect(dots + strip.aheadMore + strip.behindMore).toBe(total);
    }
  }
});

test("draws no negative dots when the count is behind the position", () => {
  expect(stripOf(3, 1)).toEqual({
    ahead: 2,
    aheadMore: 0,
    behind: 0,
    behindMore: 0,
  });
});
