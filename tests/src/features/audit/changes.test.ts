/** The changes of an audit log entry in words. */
import { expect, test } from "vitest";
import { changesOf } from "../../../../src/features/audit/changes.ts";
import { momentOf } from "../../../../src/lib/time/format.ts";

test("facts have names and values in words; unknown ones are shown as they are", () => {
  const at = Date.parse("2026-11-20T12:00:00Z");
  const before = { plan: "starter", cancelAt: null, state: "active" };
  const after = { plan: "pro", cancelAt: at, state: "lapsed" };
  expect(changesOf({ before, after })).toEqual([
    { name: "Plan", before: "Starter", after: "Pro" },
    { name: "Ends", before: "none", after: momentOf(at) },
    { name: "State", before: "active", after: "lapsed" },
  ]);
  const made = { email: "a@example.com", isAdmin: false, matter: "Basic" };
  expect(changesOf({ before: null, after: made })).toEqual([
    { name: "E-mail", before: null, after: "a@example.com" },
    { name: "Admin", before: null, after: "no" },
    { name: "Subject", before: null, after: "Basic" },
  ]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
  expect(changesOf({ before: null, after: { newer: 5 } })).toEqual([
    { name: "newer", before: null, after: "5" },
  ]);
});
