/** Reads a card's form as settings; those of other cards are read as empty. */
import type { Settings } from "../../../convex/business/rules/settings";
import { textIn } from "../../lib/read-form";
import { isSame } from "./draft";
import { readProfile } from "./read-profile";
import { daysOf, rowsOf, type DayRow } from "./read-rules";

export function readSettings(
  fields: FormData,
  rows: readonly DayRow[],
): Settings {
  const text = (name: string) => textIn(fields, name);
  /** The chosen one; the first for any other value. */
  const choice = <One extends string>(
    name: string,
    first: One,
    ...more: One[]
  ) => more.find((one) => one === text(name)) ?? first;
  return {
    ...readProfile(fields),
    specialDays: daysOf(rows),
    walkInsOnlyWhenOpen: fields.has("walkInsOnlyWhenOpen"),
    almostAt: Number(text("almostAt")),
    timezone: text("timezone"),
    country: text("country") || null,
    clock: choice("clock", "byCountry", "h24", "h12"),
    whenUnmarked: choice("whenUnmarked", "ask", "came", "missed"),
    graceMinutes: Number(text("graceMinutes")),
    boardNames: choice("boardNames", "number", "initials"),
  };
}

/** The settings to send. Past dates, which the form does not show, do not count as a change. */
export function kept(now: Settings, base: Settings, today: string): Settings {
  const shown = daysOf(rowsOf(base.specialDays, today));
  if (!isSame(now.specialDays, shown)) return now;
  return { ...now, specialDays: base.specialDays };
}
