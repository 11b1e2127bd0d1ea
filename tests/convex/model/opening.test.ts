/** When a closed business opens next, on its own clock. */
import { describe, expect, test } from "vitest";
import { defaultHours } from "../../../convex/model/hours.ts";
import {
  openingForWaiting,
  openingFrom,
} from "../../../convex/model/opening.ts";

const LONDON = {
  operatingHours: defaultHours,
  specialDays: [],
  timezone: "Europe/London",
};
const OPEN = { isOpen: true };
const closed = (opensAt: number | null) => ({ isOpen: false, opensAt });
const at = (text: string) => Date.parse(text);

describe("a business that is closed", () => {
  test("is not, from the minute of opening to the minute before closing", () => {
    expect(openingFrom(LONDON, at("2026-11-20T09:00:00Z"))).toEqual(OPEN);
    expect(openingFrom(LONDON, at("2026-11-20T16:59:59Z"))).toEqual(OPEN);
    const opensAt = at("2026-11-20T09:00:00Z");
    expect(openingFrom(LONDON, at("2026-11-20T08:59:59Z"))).toEqual(
      closed(opensAt),
    );
  });

  test("opens on the next day with hours, past weekends and holidays", () => {
    const monday = closed(at("2026-11-23T09:00:00Z"));
    expect(openingFrom(LONDON, at("2026-11-20T17:00:00Z"))).toEqual(monday);
    const holiday = {
      ...LONDON,
      specialDays: [
        { day: "2026-11-21", hours: { start: "11:00", end: "12:00" } },
        { day: "2026-11-20", hours: null },
      ],
    };
    const saturday = closed(at("2026-11-21T11:00:00Z"));
    expect(openingFrom(holiday, at("2026-11-20T12:00:00Z"))).toEqual(saturday);
  });

  test("opens nowhere in four weeks if no day has hours", () => {
    const operatingHours = { ...defaultHours };
    for (const day of ["1", "2", "3", "4", "5"] as const) {
      operatingHours[day] = null;
    }
    expect(openingFrom({ ...LONDON, operatingHours }, 0)).toEqual(closed(null));
  });

  test("opens with the first minute after those that spring leaves out", () => {
    const night = { start: "02:30", end: "06:00" };
    const newYork = {
      operatingHours: { ...defaultHours, "0": night },
      specialDays: [],
      timezone: "America/New_York",
    };
    // 2026-03-08: the clock goes from 01:59 to 03:00.
    const opensAt = at("2026-03-08T07:00:00Z");
    expect(openingFrom(newYork, at("2026-03-08T05:00:00Z"))).toEqual(
      closed(opensAt),
    );
  });
});

describe("a line after closing", () => {
  const evening = at("2026-11-20T17:30:00Z");
  const before = at("2026-11-20T16:00:00Z");
  const called = at("2026-11-20T17:20:00Z");

  test("goes on for those who came before, as long as somebody is called", () => {
    const told = (joinedAt: number, lastCallAt: number | null) =>
      openingForWaiting(LONDON, evening, joinedAt, lastCallAt);
    const monday = closed(at("2026-11-23T09:00:00Z"));
    expect(told(before, called)).toEqual(OPEN);
    expect(told(before, before)).toEqual(monday);
    expect(told(before, null)).toEqual(monday);
    expect(told(at("2026-11-20T17:10:00Z"), called)).toEqual(monday);
  });
});
