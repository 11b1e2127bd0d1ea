/** Reads the profile's form as all of the owner's settings, with their problems. The rules are in the model. */
import type { ClockChoice } from "../../../convex/base/rules/clock";
import type { Settings } from "../../../convex/business/rules/settings";
import type { WhenUnmarked } from "../../../convex/business/rules/unmarked";
import { textIn } from "../../lib/read-form";
import { profile as strings } from "../../strings/profile";
import { readProfile } from "./read-profile";
import { daysOf, rowsOf, type DayRow } from "./read-rules";

export function readSettings(
  fields: FormData,
  rows: readonly DayRow[],
): Settings {
  const text = (name: string) => textIn(fields, name);
  return {
    ...readProfile(fields),
    specialDays: daysOf(rows),
    walkInsOnlyWhenOpen: fields.has("walkInsOnlyWhenOpen"),
    almostAt: Number(text("almostAt")),
    timezone: text("timezone"),
    country: text("country") || null,
    clock: clockIn(text("clock")),
    whenUnmarked: unmarkedIn(text("whenUnmarked")),
    graceMinutes: Number(text("graceMinutes")),
    boardNames: text("boardNames") === "initials" ? "initials" : "number",
  };
}

function unmarkedIn(choice: string): WhenUnmarked {
  return choice === "came" || choice === "missed" ? choice : "ask";
}

function clockIn(choice: string): ClockChoice {
  return choice === "h24" || choice === "h12" ? choice : "byCountry";
}

/** The settings to send. Past dates, which the form does not show, do not count as a change. */
export function kept(now: Settings, base: Settings, today: string): Settings {
  const shown = daysOf(rowsOf(base.specialDays, today));
  const isAsItWas = JSON.stringify(now.specialDays) === JSON.stringify(shown);
  return isAsItWas ? { ...now, specialDays: base.specialDays } : now;
}

const names: Readonly<Record<keyof Settings, string>> = {
  name: strings.name,
  phone: strings.phone,
  description: strings.description,
  slotMinutes: strings.slot,
  operatingHours: strings.hours,
  specialDays: strings.visits.days,
  walkInsOnlyWhenOpen: strings.visits.walkIns,
  almostAt: strings.line.almost,
  timezone: strings.zone,
  country: strings.country,
  clock: strings.clock,
  whenUnmarked: strings.line.whenUnmarked,
  graceMinutes: strings.line.grace,
  boardNames: strings.line.board,
};

export function nameOf(field: string): string {
  return names[field as keyof Settings] ?? field;
}
