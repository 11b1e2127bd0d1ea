/** The rules of the line: when a turn is near, how long a place is held, what a call completes, and the display. */
import {
  MOST_GRACE_MINUTES,
  type Settings,
} from "../../../convex/business/rules/settings";
import { MOST_ALMOST_AT } from "../../../convex/business/rules/visitRules";
import { profile } from "../../strings/profile";
import { Select } from "../../ui/fields/select";
import { CheckRow } from "./check-row";

const { line: strings } = profile;

const upTo = (most: number) => Array.from({ length: most + 1 }, (_, i) => i);

/** "No limit", "5 minutes". */
export function graceWords(minutes: number): string {
  return minutes === 0 ? strings.graceOff : profile.minutes(minutes);
}

/** "Never", "With 2 people ahead". */
export function almostWords(people: number): string {
  return people === 0 ? strings.never : strings.ahead(people);
}

export function LineFields({ initial }: { initial: Settings }) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-3 text-lg font-bold tracking-tight">
        {strings.title}
      </legend>
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          label={strings.grace}
          hint={strings.graceMeaning}
          name="graceMinutes"
          defaultValue={initial.graceMinutes}
        >
          {upTo(MOST_GRACE_MINUTES).map((minutes) => (
            <option key={minutes} value={minutes}>
              {graceWords(minutes)}
            </option>
          ))}
        </Select>
        <Select
          label={strings.almost}
          name="almostAt"
          defaultValue={initial.almostAt}
          className="content-end"
        >
          {upTo(MOST_ALMOST_AT).map((people) => (
            <option key={people} value={people}>
              {almostWords(people)}
            </option>
          ))}
        </Select>
      </div>
      <CheckRow
        name="autoComplete"
        label={strings.autoComplete}
        meaning={strings.autoCompleteMeaning}
        initial={initial.autoComplete}
      />
      <Select
        label={strings.board}
        name="boardNames"
        defaultValue={initial.boardNames}
      >
        {(["number", "initials"] as const).map((shown) => (
          <option key={shown} value={shown}>
            {strings.boardNames[shown]}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}
