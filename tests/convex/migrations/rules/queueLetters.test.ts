/** Existing shops with two or more open queues get letters. */
import { expect, test } from "vitest";
import { queueLetters } from "../../../../convex/migrations/rules/steps/queueLetters.ts";

const queue = (name: string, more: object = {}) => ({
  ...{ _id: name, name, businessId: "b", isActive: true, deletedAt: null },
  ...more,
});

/** The queues after the migration reached them in this order, each stored before the next. */
async function migrated(queues: object[], order = [...queues.keys()]) {
  const stored: Record<string, unknown>[] = queues.map((one) => ({ ...one }));
  const lookup = {
    get: async () => null,
    all: async () =>
      stored
        .filter((one) => one["deletedAt"] === null)
        .map((one) => ({ ...one })),
  };
  for (const index of order) {
    const one = stored[index];
    if (one !== undefined)
      Object.assign(one, await queueLetters.migrateOne(one, lookup));
  }
  return stored.map(({ letter }) => letter);
}

test("each queue of such a shop gets a letter, a closed one too, a deleted one none", async () => {
  const queues = [
    queue("Haircut"),
    queue("Heads", { isActive: false }),
    queue("Hats", { deletedAt: 1 }),
    queue("Hands"),
  ];
  expect(await migrated(queues)).toEqual(["H", "E", null, "A"]);
});

test("the letters do not depend on the order in which the queues are reached", async () => {
  const queues = [queue("Haircut"), queue("Hats"), queue("Hands")];
  const letters = ["H", "A", "N"];
  expect(await migrated(queues)).toEqual(letters);
  expect(await migrated(queues, [2, 0, 1])).toEqual(letters);
});

test("one open queue gets none, and what is stored stays", async () => {
  const closed = queue("Beard", { isActive: false });
  expect(await migrated([queue("Haircut"), closed])).toEqual([null, null]);
  const own = queue("Beard", { letter: "X" });
  expect(await migrated([queue("Haircut"), own])).toEqual(["H", "X"]);
});
