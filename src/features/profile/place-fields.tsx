/** The business's time zone, country and clock. */
import { useMemo } from "react";
import { clockOfCountry } from "../../../convex/base/rules/clock";
import type { Settings } from "../../../convex/business/rules/settings";
import { profile as strings } from "../../strings/profile";
import { Select } from "../../ui/fields/select";
import { countryChoices, zoneChoices } from "./places";

export function PlaceFields(props: {
  initial: Pick<Settings, "timezone" | "country" | "clock">;
  country: string | null;
}) {
  const { initial, country } = props;
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
        options={zones}
      />
      <Select
        label={strings.country}
        hint={strings.countryMeaning}
        name="country"
        defaultValue={initial.country ?? ""}
        options={[{ value: "", label: strings.notSet }, ...countries]}
      />
      <Select
        label={strings.clock}
        hint={strings.clockMeaning}
        name="clock"
        defaultValue={initial.clock}
        className="self-end"
        options={[
          {
            value: "byCountry",
            label: strings.clockByCountry(
              strings.clocks[clockOfCountry(country)],
            ),
          },
          { value: "h24", label: strings.clocks.h24 },
          { value: "h12", label: strings.clocks.h12 },
        ]}
      />
    </>
  );
}
