/** The business's time zone and country. */
import { useMemo } from "react";
import type { Settings } from "../../../convex/business/rules/settings";
import { profile as strings } from "../../strings/profile";
import { Select } from "../../ui/fields/select";
import { countryChoices, zoneChoices, type Choice } from "./places";

export function PlaceFields({
  initial: { timezone, country },
}: {
  initial: Pick<Settings, "timezone" | "country">;
}) {
  // Hundreds of names, each computed by the browser.
  const zones = useMemo(() => zoneChoices(timezone), [timezone]);
  const countries = useMemo(() => countryChoices(), []);
  return (
    <>
      <Select
        label={strings.zone}
        hint={strings.zoneMeaning}
        name="timezone"
        defaultValue={timezone}
      >
        <Options of={zones} />
      </Select>
      <Select
        label={strings.country}
        hint={strings.countryMeaning}
        name="country"
        defaultValue={country ?? ""}
      >
        <option value="">{strings.notSet}</option>
        <Options of={countries} />
      </Select>
    </>
  );
}

function Options({ of }: { of: readonly Choice[] }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
