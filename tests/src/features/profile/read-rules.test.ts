/** The rows of the days off: what is read from them, and their problems. */
import { expect, test } from "vitest";
import { defaultHours } from "../../../../convex/business/rules/hours.ts";
import {
  daysOf,
  newRow,
  rowProblems,
  rowsOf,
} from "../../../../src/features/profile/read-rules.ts";

const TODAY = "2026-11-23";
const SHORT = { start: "10:00", end: "14:00" };

test("they are the dates from today on, and are read back unchanged", () => {
  const days = [
    { day: "2026-11-22", hours: null },
    { day: TODAY, hours: SHORT },
    { day: "2026-12-25", hours: null },
  ];
  const rows = rowsOf(days, TODAY);
  expect(daysOf(rows)).toEqual(days.slice(1));
});

const row = (key: number, day: string, more = {}) => ({
  ...{ ...newRow(key), day },
  ...more,
});

test("they may end at midnight or after it, and are wrong if they run into the next day's hours", () => {
  const until = (end: string) => [
    row(1, "2026-12-31", { closed: false, start: "18:00", end }),
  ];
  expect(daysOf(until("00:00"))[0]?.hours?.end).toBe("24:00");
  expect(rowsOf(daysOf(until("00:00")), TODAY)[0]?.end).toBe("00:00");
  for (const end of ["00:00", "02:00", "09:00"])
    expect(rowProblems(until(end), TODAY, defaultHours).size).toBe(0);
  // The next day is a Friday, which begins at 09:00.
  const problem = rowProblems(until("09:01"), TODAY, defaultHours).get(1);
  expect(problem?.about).toBe("hours");
  expect(problem?.text).toMatch(
    /^The hours on Thursday.*2026 run into the next day's\. Close earlier, or open later the next day\.$/,
  );
});

test("they are wrong without a date, with a past or duplicate date, or with an end at the start", () => {
  const open = { closed: false };
  const problems = rowProblems(
    [
      row(1, "2026-12-25"),
      row(2, ""),
      row(3, "2026-11-22"),
      row(4, "2026-12-25"),
      row(5, "2026-12-24", { ...open, start: "14:00", end: "14:00" }),
      row(6, "2026-12-31", { ...open, start: "" }),
      row(7, "2027-01-01", open),
      row(8, "12027-01-01"),
    ],
    TODAY,
    defaultHours,
  );
  expect([...problems].map(([key, { about }]) => `${key} ${about}`)).toEqual([
    "2 day",
    "3 day",
    "4 day",
    "5 hours",
    "6 hours",
    "8 day",
  ]);
  expect(problems.get(4)?.text).toMatch(/2026.* is in the list twice\.$/);
});
