/** Open or closed by the business's clock, whatever the reader's. */
import { describe, expect, test } from "vitest";
import { defaultHours } from "../../../convex/model/hours.ts";
import { openingAt } from "../../../src/lib/opening.ts";

const LONDON = "Europe/London";
const at = (iso: string) => Date.parse(iso);

describe("Monday to Friday 09:00 to 17:00 in London", () => {
  test.each([
    [
      "2026-11-23T08:59:59Z",
      { open: false, opens: { inDays: 0, weekday: 1, time: "09:00" } },
    ],
    ["2026-11-23T09:00:00Z", { open: true, until: "17:00" }],
    ["2026-11-23T16:59:00Z", { open: true, until: "17:00" }],
    [
      "2026-11-23T17:00:00Z",
      { open: false, opens: { inDays: 1, weekday: 2, time: "09:00" } },
    ],
    [
      "2026-11-20T17:00:00Z",
      { open: false, opens: { inDays: 3, weekday: 1, time: "09:00" } },
    ],
    [
      "2026-11-21T12:00:00Z",
      { open: false, opens: { inDays: 2, weekday: 1, time: "09:00" } },
    ],
  ])("at %s", (iso, opening) => {
    expect(openingAt(defaultHours, at(iso), LONDON)).toEqual(opening);
  });
});

test("the business's zone decides, not the reader's", () => {
  // 23:30 UTC on Sunday is Monday 10:30 in Sydney.
  expect(
    openingAt(defaultHours, at("2026-11-22T23:30:00Z"), "Australia/Sydney"),
  ).toEqual({ open: true, until: "17:00" });
});

test("summer time: 08:30 UTC is 09:30 in London in July", () => {
  expect(openingAt(defaultHours, at("2026-07-06T08:30:00Z"), LONDON)).toEqual({
    open: true,
    until: "17:00",
  });
});

test("open on one day a week: the same day next week is found", () => {
  const fridays = { ...defaultHours, 1: null, 2: null, 3: null, 4: null };
  expect(openingAt(fridays, at("2026-11-20T18:00:00Z"), LONDON)).toEqual({
    open: false,
    opens: { inDays: 7, weekday: 5, time: "09:00" },
  });
});

test("never open", () => {
  const never = {
    ...defaultHours,
    1: null,
    2: null,
    3: null,
    4: null,
    5: null,
  };
  expect(openingAt(never, at("2026-11-20T12:00:00Z"), LONDON)).toEqual({
    open: false,
    opens: null,
  });
});
