import { expect, test } from "vitest";
import { boundedPage } from "../../../../convex/base/rules/pages.ts";

test.each([
  [Number.NaN, 1],
  [-1, 1],
  [0.5, 1],
  [7.5, 7],
  [Infinity, 50],
])("a page of %d rows has %d, and no limit of its own", (asked, given) => {
  const wild = { numItems: asked, cursor: "a", maximumRowsRead: 0 };
  const page = { numItems: given, cursor: "a", endCursor: null };
  expect(boundedPage(wild, 50)).toEqual(page);
});
