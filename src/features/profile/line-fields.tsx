/** The rules of the line, and whether people can join while the shop is closed. */
import {
  MIN_GRACE_MINUTES,
  type Settings,
} from "../../../convex/business/rules/settings";
import { MAX_ALMOST_AT } from "../../../convex/business/rules/visitRules";
import { profile } from "../../strings/profile";
import { CheckRow } from "../../ui/fields/check-row";
import { Select } from "../../ui/fields/select";

const { line: strings, visits } = profile;

const upTo = (most: number) => Array.from({ length: most + 1 }, (_, i) => i);

/** The longest that is offered; a longer one of before stays. */
const MAX_OFFERED = 15;

function graceChoices(chosen: number): number[] {
  const offered = upTo(MAX_OFFERED).slice(MIN_GRACE_MINUTES);
  return chosen > MAX_OFFERED ? [...offered, chosen] : offered;
}

/** "Never", "With 2 people ahead". */
export function almostWords(people: number): string {
  return people === 0 ? strings.never : strings.ahead(people);
}

function option<Value extends string | number>(
  words: (value: Value) => string,
) {
  return (value: Value) => ({ value, label: words(value) });
}

export function LineFields({ initial }: { initial: Settings }) {
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          label={strings.grace}
          hint={strings.graceMeaning}
          name="graceMinutes"
          defaultValue={initial.graceMinutes}
          options={graceChoices(initial.graceMinutes).map(
            option(profile.minutes),
          )}
        />
        <Select
          label={strings.almost}
          name="almostAt"
          defaultValue={initial.almostAt}
          className="self-end"
          options={upTo(MAX_ALMOST_AT).map(option(almostWords))}
        />
      </div>
      <Select
        label={strings.whenUnmarked}
        hint={strings.whenUnmarkedMeaning}
        name="whenUnmarked"
        defaultValue={initial.whenUnmarked}
        options={(["ask", "came", "missed"] as const).map(
          option((choice) => strings.unmarked[choice]),
        )}
      />
      <Select
        label={strings.board}
        name="boardNames"
        defaultValue={initial.boardNames}
        options={(["number", "initials"] as const).map(
          option((shown) => strings.boardNames[shown]),
        )}
      />
    </>
  );
}

export function WalkInsField({ initial }: { initial: Settings }) {
  return (
    <CheckRow
      label={visits.walkIns}
      meaning={visits.walkInsMeaning}
      name="walkInsOnlyWhenOpen"
      defaultChecked={initial.walkInsOnlyWhenOpen}
    />
  );
}
