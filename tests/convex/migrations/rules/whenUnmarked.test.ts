/** Only shops whose owner had chosen the minutes keep the no-show clock. */
import { expect, test } from "vitest";
import { whenUnmarked } from "../../../../convex/migrations/rules/steps/whenUnmarked.ts";

const nothing = { get: async () => null, all: async () => [] };
const migrated = async (row: object) =>
  await whenUnmarked.migrateOne({ _id: "b", ...row }, nothing);

test.each([
  [5, "ask", 5],
  [0, "ask", 5],
  [1, "missed", 3],
  [9, "missed", 9],
  [30, "missed", 30],
] as const)("%i minutes: %s", async (before, choice, minutes) => {
  for (const autoComplete of [true, false]) {
    expect(await migrated({ autoComplete, graceMinutes: before })).toEqual({
      ...{ autoComplete: undefined, whenUnmarked: choice },
      graceMinutes: minutes,
    });
  }
});

test("a shop in the new form stays", async () => {
  const row = { whenUnmarked: "came", graceMinutes: 9 };
  expect(await migrated(row)).toBeUndefined();
});
