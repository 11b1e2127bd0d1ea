/** Dates with special hours: a list that the owner extends and shortens. */
import { CalendarPlus, Trash2 } from "lucide-react";
import { useId } from "react";
import { isDay } from "../../../convex/base/rules/timezones";
import { cn } from "../../lib/cn";
import { dateName } from "../../strings/language/intl";
import { profile } from "../../strings/profile";
import { Button } from "../../ui/button";
import { IconButton } from "../../ui/icon-button";
import { controlClass, ErrorLine } from "../../ui/fields/field";
import { passFocus } from "../../ui/pass-focus";
import { endWords } from "./closing";
import { hoursOf, newRow, type DayRow, type Problem } from "./read-rules";

const { visits: strings } = profile;

export function SpecialDays(props: {
  rows: readonly DayRow[];
  problems: ReadonlyMap<number, Problem>;
  today: string;
  onChange: (rows: DayRow[]) => void;
}) {
  const { rows, problems, today, onChange } = props;
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, newRow(key)]);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{strings.days}</legend>
      <p className="text-sm text-ink-2">
        {rows.length === 0 ? strings.noDays : strings.daysMeaning}
      </p>
      <ul className="mt-1 divide-y divide-line">
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            problem={problems.get(row.key)}
            today={today}
            onChange={(next) =>
              onChange(rows.map((one) => (one.key === row.key ? next : one)))
            }
            onRemove={() => onChange(rows.filter((one) => one !== row))}
          />
        ))}
      </ul>
      <Button icon={CalendarPlus} className="mt-2" onClick={add}>
        {strings.addDay}
      </Button>
    </fieldset>
  );
}

function Row(props: {
  row: DayRow;
  problem: Problem | undefined;
  today: string;
  onChange: (row: DayRow) => void;
  onRemove: () => void;
}) {
  const { row, problem, today, onChange, onRemove } = props;
  const errorId = useId();
  const endId = useId();
  // Half-typed, its year may have one digit or six.
  const name = isDay(row.day) ? dateName(row.day) : strings.newDate;
  const input = (
    part: "day" | "start" | "end",
    label: string,
    width: string,
  ) => {
    const isWrong = problem?.about === (part === "day" ? "day" : "hours");
    return (
      <input
        type={part === "day" ? "date" : "time"}
        aria-label={part === "day" ? label : `${name}, ${label}`}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={
          cn(isWrong && errorId, part === "end" && endId) || undefined
        }
        // A new row takes the focus.
        autoFocus={part === "day" && row.day === ""}
        min={part === "day" ? today : undefined}
        value={row[part]}
        onChange={(event) => onChange({ ...row, [part]: event.target.value })}
        className={cn(controlClass, "px-2 tab", width)}
      />
    );
  };
  return (
    <li className="py-2" aria-label={name}>
      {problem && (
        <ErrorLine id={errorId} className="py-1.5">
          {problem.text}
        </ErrorLine>
      )}
      <div className="flex flex-wrap items-center gap-2 sm:gap-x-3">
        {input("day", strings.date, "min-w-40 flex-1 sm:w-44 sm:flex-none")}
        <label className="inline-flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            aria-label={`${name}, ${profile.closed}`}
            className="size-5 accent-brand"
            checked={row.closed}
            onChange={(event) =>
              onChange({ ...row, closed: event.target.checked })
            }
          />
          {profile.closed}
        </label>
        {!row.closed && (
          <div className="order-last flex w-full flex-wrap items-center gap-2 sm:order-none sm:w-auto">
            {input("start", strings.opens, "min-w-34 flex-1 sm:w-36")}
            <span className="text-ink-2">{strings.to}</span>
            {input("end", strings.closes, "min-w-34 flex-1 sm:w-36")}
            <span id={endId} className="text-sm text-ink-2 tab empty:hidden">
              {endWords(hoursOf(row))}
            </span>
          </div>
        )}
        <IconButton
          ref={passFocus}
          label={strings.removeDay(name)}
          icon={Trash2}
          className="ml-auto"
          onClick={onRemove}
        />
      </div>
    </li>
  );
}
