/** Seven days with start, end and 'Closed'. */
import { CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import type { OperatingHours } from "../../../convex/model/hours";
import { cn } from "../../lib/cn";
import { controlClass } from "../../ui/field";
import type { ProfileErrors } from "./read-profile";
import { weekdays } from "./weekdays";

/** What a day begins with that is opened by hand. */
const USUAL = { start: "09:00", end: "17:00" };

/** @param errors under the row of each day that is wrong */
export function HoursFields({
  initial,
  errors,
}: {
  initial: OperatingHours;
  errors: ProfileErrors["hours"];
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">Operating Hours</legend>
      <div className="mt-1 divide-y divide-line">
        {weekdays.map((day) => (
          <DayRow
            key={day.key}
            day={day}
            initial={initial[day.key]}
            error={errors[day.key]}
          />
        ))}
      </div>
    </fieldset>
  );
}

function DayRow({
  day: { key, name },
  initial,
  error,
}: {
  day: (typeof weekdays)[number];
  initial: OperatingHours["0"];
  error: string | undefined;
}) {
  const [closed, setClosed] = useState(initial === null);
  const errorId = useId();
  const { start, end } = initial ?? USUAL;
  const time = (part: "start" | "end", label: string, value: string) => (
    <input
      type="time"
      name={`${part}-${key}`}
      aria-label={`${name}, ${label}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      defaultValue={value}
      className={cn(
        controlClass,
        "min-w-0 flex-1 px-2 tab sm:w-36 sm:flex-none",
        error ? "border-2 border-danger" : "border border-line-strong",
      )}
    />
  );
  return (
    <div className="py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="w-26 font-semibold">{name}</span>
        <div
          className={cn(
            "order-last min-h-12 w-full min-w-0 items-center gap-2 sm:order-none sm:flex sm:w-auto sm:flex-1",
            closed ? "hidden" : "flex",
          )}
        >
          {closed ? (
            <span className="text-ink-3">Closed all day</span>
          ) : (
            <>
              {time("start", "opens", start)}
              <span className="text-ink-2">to</span>
              {time("end", "closes", end)}
            </>
          )}
        </div>
        <label className="ml-auto inline-flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            name={`closed-${key}`}
            aria-label={`${name}, closed`}
            checked={closed}
            onChange={(event) => setClosed(event.target.checked)}
            className="size-5 accent-brand"
          />
          Closed
        </label>
      </div>
      {error && (
        <p
          id={errorId}
          className="flex items-center gap-1.5 pb-1 text-sm font-semibold text-danger-text"
        >
          <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
          <span>
            <span className="sr-only">Error: </span>
            {error}
          </span>
        </p>
      )}
    </div>
  );
}
