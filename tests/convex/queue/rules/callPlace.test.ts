/** The name of a place. */
import { expect, test } from "vitest";
import { placeName } from "../../../../convex/queue/rules/callPlace.ts";

test.each([
  ["Chair 2", "Sam", "Chair 2 · Sam"],
  ["Chair 2", null, "Chair 2"],
])("%s and %s read %s", (chair, person, name) => {
  expect(placeName({ chair, person })).toBe(name);
});
