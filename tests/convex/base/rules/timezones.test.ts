import { describe, expect, test, vi } from "vitest";
import {
  dayKey,
  isTimezone,
  MAX_ZONES,
  monthKey,
  wallClock,
} from "../../../../convex/base/rules/timezones.ts";

const at = (iso: string) => Date.parse(iso);

describe("the business's calendar", () => {
  test.each([
    // Spring forward in New York: 02:00 does not exist.
    ["2026-03-08T06:59:59Z", "America/New_York", "2026-03-08", 1, 59],
    ["2026-03-08T07:00:00Z", "America/New_York", "2026-03-08", 3, 0],
    // Fall back: 01:30 comes twice on the same day.
    ["2026-11-01T05:30:00Z", "America/New_York", "2026-11-01", 1, 30],
    ["2026-11-01T06:30:00Z", "America/New_York", "2026-11-01", 1, 30],
    ["2026-03-29T00:59:00Z", "Europe/London", "2026-03-29", 0, 59],
    ["2026-03-29T01:00:00Z", "Europe/London", "2026-03-29", 2, 0],
    // Summer time of half an hour.
    ["2026-10-03T15:29:00Z", "Australia/Lord_Howe", "2026-10-04", 1, 59],
    ["2026-10-03T15:30:00Z", "Australia/Lord_Howe", "2026-10-04", 2, 30],
    ["2026-11-20T18:14:00Z", "Asia/Kathmandu", "2026-11-20", 23, 59],
    ["2026-11-20T18:15:00Z", "Asia/Kathmandu", "2026-11-21", 0, 0],
    // Midnight is hour 0, not 24.
    ["2026-11-21T00:00:00Z", "UTC", "2026-11-21", 0, 0],
  ])("%s in %s is %s %i:%i", (iso, timezone, day, hour, minute) => {
    expect(wallClock(at(iso), timezone)).toEqual({ day, hour, minute });
  });

  test("starts a day and a month at the business's midnight", () => {
    expect(dayKey(at("2026-11-30T23:50:00Z"), "Europe/London")).toBe(
      "2026-11-30",
    );
    expect(monthKey(at("2026-11-30T23:50:00Z"), "Pacific/Auckland")).toBe(
      "2026-12",
    );
    expect(monthKey(at("2026-12-01T07:00:00Z"), "America/Los_Angeles")).toBe(
      "2026-11",
    );
  });

  test("accepts only IANA names as time zones", () => {
    for (const name of ["Europe/London", "UTC", "America/Argentina/Ushuaia"])
      expect(isTimezone(name)).toBe(true);
    for (const name of ["", "+05:00", "Europe/Atlantis", "x".repeat(500)])
      expect(isTimezone(name)).toBe(false);
  });

  test("whose names callers write in ever new cases, are not all kept", () => {
    const letters = [..."antarctica/casey"];
    /** A letter is a capital where `i` has a bit. */
    const written = (i: number) =>
      letters
        .map((letter, at) => (i & (1 << at) ? letter.toUpperCase() : letter))
        .join("");
    const made = vi.spyOn(Intl, "DateTimeFormat");
    for (let i = 0; i <= MAX_ZONES; i += 1) isTimezone(written(i));
    made.mockClear();
    expect(isTimezone(written(MAX_ZONES))).toBe(true);
    expect(made).not.toHaveBeenCalled();
    expect(isTimezone(written(1))).toBe(true);
    expect(made).toHaveBeenCalledOnce();
    made.mockRestore();
  });
});
