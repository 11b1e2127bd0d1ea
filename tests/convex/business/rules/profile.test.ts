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
    [monday("17:00", "09:00"), HOURS],
    [monday("09:00", "09:00"), HOURS],
    [monday("9:00", "17:00"), HOURS],
    [monday("09:00", "24:00"), HOURS],
    [monday("", "17:00"), HOURS],
  ])("%j is refused: %s", (wrong, code) => {
    expect(checkProfile(profile(wrong))).toMatchObject({ ok: false, code });
  });

  test("may be closed every day", () => {
    const closed = Object.fromEntries(
      Object.keys(defaultHours).map((day) => [day, null]),
    ) as Profile["operatingHours"];
    expect(checkProfile(profile({ operatingHours: closed })).ok).toBe(true);
  });
});
