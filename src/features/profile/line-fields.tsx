/** The rules of the line: when a turn is near, how long a place is held, what a call completes, and the display. */
import {
  LEAST_GRACE_MINUTES,
  type Settings,
} from "../../../convex/business/rules/settings";
import { MOST_ALMOST_AT } from "../../../convex/business/rules/visitRules";
import { profile } from "../../strings/profile";
import { Select } from "../../ui/fields/select";

const { line: strings } = profile;

const upTo = (most: number) => Array.from({ length: most + 1 }, (_, i) => i);

/** The longest that is offered; a longer one of before stays. */
const MOST_OFFERED = 15;

function graceChoices(chosen: number): number[] {
  const offered = upTo(MOST_OFFERED).slice(LEAST_GRACE_MINUTES);
  return chosen > MOST_OFFERED ? [...offered, chosen] : offered;
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
          {graceChoices(initial.graceMinutes).map((minutes) => (
            <option key={minutes} value={minutes}>
              {profile.minutes(minutes)}
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
      <Select
        label={strings.whenUnmarked}
        hint={strings.whenUnmarkedMeaning}
        name="whenUnmarked"
        defaultValue={initial.whenUnmarked}
      >
        {(["ask", "came", "missed"] as const).map((choice) => (
          <option key={choice} value={choice}>
            {strings.unmarked[choice]}
          </option>
        ))}
      </Select>
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
