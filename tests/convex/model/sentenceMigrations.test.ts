/** Sentences that were stored become codes. Canary: returning undefined for every document leaves them. */
import { expect, test } from "vitest";
import { deskAnswerCodes } from "../../../convex/model/migrations/deskAnswerCodes.ts";
import { undoCodes } from "../../../convex/model/migrations/undoCodes.ts";

const nothing = { get: async () => null };
const expiresAt = 1;

test("an offer to undo that is a sentence goes, one that is a code stays", () => {
  const older = { eventId: "e", label: "Called customer #1", expiresAt };
  const newer = { eventId: "e", code: "call", number: 1, expiresAt };
  expect(undoCodes.migrateOne({ undo: older }, nothing)).toEqual({
    undo: null,
  });
  expect(undoCodes.migrateOne({ undo: newer }, nothing)).toBeUndefined();
  expect(undoCodes.migrateOne({ undo: null }, nothing)).toBeUndefined();
});

test.each([
  [
    { ok: false, message: "There is no one on the queue now." },
    "nobodyWaiting",
  ],
  [{ ok: false, stale: true, message: "The list…" }, "customerMovedOn"],
])("a refused click %j keeps its answer as a code", (answer, code) => {
  expect(deskAnswerCodes.migrateOne({ answer }, nothing)).toEqual({
    answer: { ok: false, code },
  });
});

test.each([
  { ok: true, number: 1 },
  { ok: false, code: "listChanged" },
])("an answer %j that has the new form is left alone", (answer) => {
  expect(deskAnswerCodes.migrateOne({ answer }, nothing)).toBeUndefined();
});
