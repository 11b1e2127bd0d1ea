/** The day of a booking: the next two weeks as tiles, and later months on request. */
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { hoursOn } from "../../../convex/business/rules/hours";
import { HORIZON_MS } from "../../../convex/calendar/rules/busy";
import { dayKey, daysBefore } from "../../../convex/base/rules/timezones";
import { cn } from "../../lib/cn";
import { fullDay, numberOf, weekdayOf } from "../../lib/time/calendar-days";
import type { Shop } from "../../lib/slot-picker";
import { booking as strings } from "../../strings/booking";
import { Button } from "../../ui/button";
import { Calendar } from "../../ui/calendar";
import { closedWords, monthsOf } from "./day-words";
import { firstDay, isOpenDay } from "./open-days";

const SHOWN_DAYS = 14;

/** Radio buttons; days without a time to book are off. */
export function DayChoice(props: {
  shop: Shop;
  now: number;
  value: string | null;
  onPick: (day: string) => void;
}) {
  const { shop, now, value, onPick } = props;
  const today = firstDay(shop, now);
  const days = Array.from({ length: SHOWN_DAYS }, (_, ahead) =>
    daysBefore(today, -ahead),
  );
  const after = daysBefore(today, -SHOWN_DAYS);
  const [isLater, setLater] = useState(value !== null && value >= after);
  const closedName = (name: string, day: string) =>
    hoursOn(shop, day) === null ? strings.closedDay(name) : name;
  return (
    <div>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-semibold">
          {strings.day}
          <span className="font-normal text-ink-2"> · {monthsOf(days)}</span>
        </legend>
        <div className="grid grid-cols-7 gap-1">
          {days.map((day) => (
            <Tile
              key={day}
              day={day}
              name={closedName(fullDay(day), day)}
              chosen={day === value}
              open={isOpenDay(shop, day, now)}
              onPick={() => onPick(day)}
            />
          ))}
        </div>
      </fieldset>
      <Button
        variant="link"
        className="-ml-4"
        aria-expanded={isLater}
        onClick={() => setLater(!isLater)}
      >
        {strings.later}
        <ChevronDown className={cn("size-5", isLater && "rotate-180")} />
      </Button>
      {isLater && (
        <>
          <Calendar
            value={value}
            onPick={onPick}
            today={today}
            first={after}
            last={dayKey(now + HORIZON_MS, shop.timezone)}
            isOpen={(day) => isOpenDay(shop, day, now)}
            closedName={closedName}
            labels={{
              previous: strings.previousMonth,
              next: strings.nextMonth,
              months: strings.months,
            }}
          />
          <p className="mt-2 text-sm text-ink-3 empty:hidden">
            {closedWords(shop.operatingHours)}
          </p>
        </>
      )}
    </div>
  );
}

function Tile(props: {
  day: string;
  /** For screen readers. */
  name: string;
  chosen: boolean;
  open: boolean;
  onPick: () => void;
}) {
  const { day, name, chosen, open, onPick } = props;
  return (
    <label
      className={cn(
        "flex min-h-15 flex-col items-center justify-center rounded-md border leading-5 tab has-focus-visible:outline-3 has-focus-visible:outline-focus",
        !open
          ? "border-transparent text-ink-3"
          : chosen
            ? "cursor-pointer border-brand bg-brand-soft font-bold text-brand-text ring-1 ring-brand ring-inset"
            : "cursor-pointer border-line-strong bg-surface font-bold hover:bg-sunken",
      )}
    >
      <input
        type="radio"
        name="day"
        value={day}
        checked={chosen}
        disabled={!open}
        onChange={onPick}
        aria-label={name}
        className="sr-only"
      />
      <span className="text-[min(0.875rem,4.3vw)] font-semibold">
        {weekdayOf(day, "short")}
      </span>{" "}
      <span className="text-[min(1rem,6vw)]">{numberOf(day)}</span>
    </label>
  );
}
