/** Seven days with start, end and 'Closed'. The fields hold the values. */
import { CircleAlert } from "lucide-react";
import { useId, useState, type FormEvent, type MouseEvent } from "react";
import type {
  DayHours,
  OperatingHours,
} from "../../../convex/business/rules/hours";
import { cn } from "../../lib/cn";
import { setup as strings } from "../../strings/setup";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { controlClass, ErrorLine } from "../../ui/fields/field";
import { endWords, shownEnd } from "./closing";
import { dayProblem, type ProfileErrors } from "./read-profile";
import { weekdays, type Weekday } from "./weekdays";

const USUAL = { start: "09:00", end: "17:00" };

export function HoursFields(props: {
  initial: OperatingHours;
  hours: OperatingHours;
  errors: ProfileErrors;
}) {
  const { initial, hours, errors } = props;
  const [lastKey, setLastKey] = useState<Weekday | null>(null);
  const [isCopied, setCopied] = useState(false);
  const open = weekdays.filter(({ key }) => hours[key] !== null);
  const right = open.filter(({ key }) => dayProblem(key, hours) === null);
  const source = right.find(({ key }) => key === lastKey) ?? right[0];

  const changed = ({ target }: FormEvent) => {
    setCopied(false);
    if (!(target instanceof HTMLInputElement)) return;
    const day = weekdays.find(({ key }) => target.name.endsWith(`-${key}`));
    if (day !== undefined) setLastKey(day.key);
  };
  const copy = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    const times = source && hours[source.key];
    if (!times || form === null) return;
    for (const { key } of open) {
      for (const part of ["start", "end"] as const) {
        const field = form.elements.namedItem(`${part}-${key}`);
        if (field instanceof HTMLInputElement) {
          field.value = part === "end" ? shownEnd(times.end) : times.start;
        }
      }
    }
    // Makes the form read its fields again, as after typing.
    form.dispatchEvent(new Event("input", { bubbles: true }));
    setCopied(true);
  };

  return (
    <fieldset className="min-w-0" onInput={changed}>
      <legend className="sr-only">{strings.hours}</legend>
      <div className="-my-2 divide-y divide-line">
        {weekdays.map((day) => (
          <DayRow
            key={day.key}
            day={day}
            initial={initial[day.key]}
            hours={hours[day.key]}
            error={errors[day.key]}
          />
        ))}
      </div>
      {source !== undefined && open.length > 1 && (
        <Button onClick={copy} className="mt-2 w-full py-2 sm:w-auto">
          {strings.copy(source.name)}
        </Button>
      )}
      <p role="status" className={cn("text-sm text-ink-2", isCopied && "mt-2")}>
        {isCopied && strings.copied}
      </p>
      {open.length === 0 && (
        <Banner tone="warn" icon={CircleAlert} className="mt-3">
          {strings.allDaysClosed}
        </Banner>
      )}
    </fieldset>
  );
}

function DayRow(props: {
  day: (typeof weekdays)[number];
  initial: DayHours;
  hours: DayHours;
  error: string | undefined;
}) {
  const { day, initial, hours, error } = props;
  const { key, name } = day;
  const closed = hours === null;
  const errorId = useId();
  const endId = useId();
  const { start, end } = initial ?? USUAL;
  const time = (
    part: "start" | "end",
    label: (day: string) => string,
    value: string,
  ) => (
    <input
      type="time"
      name={`${part}-${key}`}
      aria-label={label(name)}
      aria-invalid={error ? true : undefined}
      aria-describedby={
        cn(error && errorId, part === "end" && endId) || undefined
      }
      defaultValue={value}
      className={cn(
        controlClass,
        "min-w-34 flex-1 px-2 tab sm:w-36 sm:flex-none",
      )}
    />
  );
  return (
    <div className="py-2">
      {error && (
        <ErrorLine id={errorId} className="py-1.5">
          {error}
        </ErrorLine>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-26 font-semibold">{name}</span>
        <span
          className={cn(
            "hidden min-h-12 flex-1 items-center text-ink-3",
            closed && "sm:flex",
          )}
        >
          {strings.closedAllDay}
        </span>
        {/* Hidden instead of unmounted: the fields keep their times, and the form stays readable. */}
        <div
          className={cn(
            "order-last min-h-12 w-full min-w-0 flex-wrap items-center gap-2 sm:order-none sm:w-auto sm:flex-1",
            closed ? "hidden" : "flex",
          )}
        >
          {time("start", strings.opens, start)}
          <span className="text-ink-2">{strings.to}</span>
          {time("end", strings.closes, shownEnd(end))}
          <span id={endId} className="text-sm text-ink-2 tab empty:hidden">
            {endWords(hours)}
          </span>
        </div>
        <label className="ml-auto inline-flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            name={`closed-${key}`}
            aria-label={strings.closedOn(name)}
            defaultChecked={initial === null}
            className="size-5 accent-brand"
          />
          {strings.closed}
        </label>
      </div>
    </div>
  );
}
