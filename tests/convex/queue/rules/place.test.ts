/** The name of a place, whole and in parts. */
import { expect, test } from "vitest";
import { partsOf, placeName } from "../../../../convex/queue/rules/place.ts";

test.each([
  ["Chair 2", "Sam", "Chair 2 · Sam"],
  ["Chair 2", null, "Chair 2"],
])("%s and %s read %s, and can be told apart", (chair, person, name) => {
  expect(placeName({ chair, person })).toBe(name);
  expect(partsOf(name)).toEqual([chair, person ?? undefined]);
});
