/** Time zones and countries to choose from, from the browser's own tables. */
import { countryCodes } from "../../../convex/base/rules/country";
import { countryName } from "../../strings/language/country-name";

export type Choice = { value: string; label: string };

export function zoneChoices(current: string): Choice[] {
  const known = new Set(Intl.supportedValuesOf("timeZone"));
  return [...known.add("UTC").add(current)]
    .sort()
    .map((value) => ({ value, label: zoneName(value) }));
}

/** "Europe/London (GMT+1)". */
export function zoneName(timeZone: string): string {
  const form = { timeZone, timeZoneName: "shortOffset" } as const;
  const parts = new Intl.DateTimeFormat("en", form).formatToParts();
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value;
  const place = timeZone.replaceAll("_", " ");
  return offset === undefined ? place : `${place} (${offset})`;
}

export function countryChoices(): Choice[] {
  return countryCodes()
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
