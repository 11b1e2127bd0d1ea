/** The business's time zone, country and clock. */
import { useMemo } from "react";
import { clockOfCountry } from "../../../convex/base/rules/clock";
import type { Settings } from "../../../convex/business/rules/settings";
import { profile as strings } from "../../strings/profile";
import { Select } from "../../ui/fields/select";
import { countryChoices, zoneChoices, type Choice } from "./places";

export function PlaceFields({
  initial,
  country,
}: {
  initial: Pick<Settings, "timezone" | "country" | "clock">;
  country: string | null;
}) {
  const { timezone } = initial;
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
        defaultValue={initial.country ?? ""}
      >
        <option value="">{strings.notSet}</option>
        <Options of={countries} />
      </Select>
      <Select
        label={strings.clock}
        hint={strings.clockMeaning}
        name="clock"
        defaultValue={initial.clock}
        className="self-end"
      >
        <option value="byCountry">
          {strings.clockByCountry(strings.clocks[clockOfCountry(country)])}
        </option>
        <option value="h24">{strings.clocks.h24}</option>
        <option value="h12">{strings.clocks.h12}</option>
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
