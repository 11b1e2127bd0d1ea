/** The profile's form as everything that an owner sets, and what is wrong with it. The rules are the model's. */
import type { Settings } from "../../../convex/model/settings";
import { readProfile } from "./read-profile";
import { daysOf, type DayRow } from "./read-rules";

/** The settings in a form whose fields are named as in edit-form.tsx. */
export function readSettings(
  fields: FormData,
  rows: readonly DayRow[],
): Settings {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    ...readProfile(fields),
    specialDays: daysOf(rows),
    walkInsOnlyWhenOpen: fields.has("walkInsOnlyWhenOpen"),
    almostAt: Number(text("almostAt")),
    timezone: text("timezone"),
    country: text("country") || null,
    autoComplete: fields.has("autoComplete"),
    graceMinutes: Number(text("graceMinutes")),
    boardNames: text("boardNames") === "initials" ? "initials" : "number",
  };
}
