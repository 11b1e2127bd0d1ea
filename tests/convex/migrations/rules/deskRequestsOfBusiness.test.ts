/** Answers that were kept per queue become the business's. */
import { expect, test } from "vitest";
import { deskRequestsOfBusiness } from "../../../../convex/migrations/rules/steps/deskRequestsOfBusiness.ts";

test("an answer of a queue becomes its business's, and a newer one is unchanged", async () => {
  const lookup = {
    get: async () => ({ businessId: "b" }),
    all: async () => [],
  };
  const migrated = async (document: object) =>
    await deskRequestsOfBusiness.migrateOne({ key: "k", ...document }, lookup);
  expect(await migrated({ queueId: "q" })).toEqual({
    businessId: "b",
    queueId: undefined,
  });
  expect(await migrated({ businessId: "b" })).toBeUndefined();
});
