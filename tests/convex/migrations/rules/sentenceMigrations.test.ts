/** Stored sentences become codes. */
import { expect, test } from "vitest";
import { deskAnswerCodes } from "../../../../convex/migrations/rules/steps/deskAnswerCodes.ts";
import { undoCodes } from "../../../../convex/migrations/rules/steps/undoCodes.ts";

const all = async () => [];
const nothing = { get: async () => null, all };
const expiresAt = 1;

test("a sentence in an undo offer becomes its event's code, and without an event the offer goes", async () => {
  const older = { eventId: "e", label: "Called customer #1", expiresAt };
  const newer = { eventId: "e", code: "call", number: 1, expiresAt };
  const event = { get: async () => ({ kind: "call", number: 1 }), all };
  const migrated = async (
    undo: object | null,
    lookup: typeof event | typeof nothing,
  ) => await undoCodes.migrateOne({ undo }, lookup);
  expect(await migrated(older, event)).toEqual({ undo: newer });
  expect(await migrated(older, nothing)).toEqual({ undo: null });
  expect(await migrated(newer, event)).toBeUndefined();
  expect(await migrated(null, nothing)).toBeUndefined();
});

test.each([
  [
    { ok: false, message: "There is no one on the queue now." },
    "nobodyWaiting",
  ],
  [{ ok: false, stale: true, message: "The list…" }, "customerMovedOn"],
])("a refused request %j keeps its answer as a code", (answer, code) => {
  expect(deskAnswerCodes.migrateOne({ answer }, nothing)).toEqual({
    answer: { ok: false, code },
  });
});

test.each([
  { ok: true, number: 1 },
  { ok: false, code: "listChanged" },
])("an answer %j in the new form is unchanged", (answer) => {
  expect(deskAnswerCodes.migrateOne({ answer }, nothing)).toBeUndefined();
});
