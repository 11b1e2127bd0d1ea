import { describe, expect, test } from "vitest";
import { defaultHours } from "../../../../convex/business/rules/hours.ts";
import {
  checkProfile,
  type Profile,
} from "../../../../convex/business/rules/profile.ts";

const profile = (given: Partial<Profile> = {}): Profile => ({
  name: "Fade & Fortune",
  phone: null,
  description: null,
  slotMinutes: 30,
  operatingHours: defaultHours,
  ...given,
});
const monday = (start: string, end: string): Partial<Profile> => ({
  operatingHours: { ...defaultHours, "1": { start, end } },
});
/** Saturday's hours, and Sunday's opening. */
const weekend = (start: string, end: string, opens: string) => ({
  operatingHours: {
    ...defaultHours,
    "6": { start, end },
    "0": { start: opens, end: "17:00" },
  },
});
const STEP = "slotMinutesStep";
const HOURS = "hoursInvalid";

describe("a business profile", () => {
  test("is kept trimmed, blank becoming null", () => {
    const given = profile({
      name: "  Fade \u200B ",
      phone: "+44 (7700) 900-123",
      description: " ",
    });
    expect(checkProfile(given)).toEqual({
      ok: true,
      profile: profile({ name: "Fade", phone: "+44 (7700) 900-123" }),
    });
  });

  test.each<[Partial<Profile>, string]>([
    [{ name: " \u200B" }, "businessNameRequired"],
    [{ slotMinutes: 0 }, "slotMinutesInvalid"],
    [{ slotMinutes: -5 }, "slotMinutesInvalid"],
    [{ slotMinutes: Number.NaN }, "slotMinutesInvalid"],
    [{ slotMinutes: 7 }, STEP],
    [{ slotMinutes: 5.5 }, STEP],
    [{ slotMinutes: 7.5 }, STEP],
    [{ slotMinutes: 1_000_000 }, STEP],
    [monday("09:00", "09:00"), HOURS],
    [monday("9:00", "17:00"), HOURS],
    [monday("24:00", "09:00"), HOURS],
    [monday("09:00", "24:30"), HOURS],
    [monday("09:00", "25:00"), HOURS],
    [monday("00:00", "00:00"), HOURS],
    // Tuesday begins at 09:00.
    [monday("18:00", "09:01"), "hoursOverlap"],
    [weekend("23:00", "02:30", "02:00"), "hoursOverlap"],
    [monday("", "17:00"), HOURS],
  ])("%j is refused: %s", (wrong, code) => {
    expect(checkProfile(profile(wrong))).toMatchObject({ ok: false, code });
  });

  test.each([
    monday("00:00", "24:00"),
    monday("09:00", "24:00"),
    monday("09:00", "00:00"),
    monday("18:00", "02:00"),
    monday("17:00", "09:00"),
    // Saturday's end is Sunday's beginning, across the end of the week.
    weekend("23:00", "02:00", "02:00"),
  ])("%j is accepted", (given) => {
    expect(checkProfile(profile(given)).ok).toBe(true);
  });

  test("may be closed every day", () => {
    const closed = Object.fromEntries(
      Object.keys(defaultHours).map((day) => [day, null]),
    ) as Profile["operatingHours"];
    expect(checkProfile(profile({ operatingHours: closed })).ok).toBe(true);
  });
});
