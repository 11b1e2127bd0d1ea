/**
 * A month to pick a day from, with one tab stop. Takes and gives plain days, 'YYYY-MM-DD'. The package's Date objects
 * stay in here, at noon in UTC, so that no device clock shifts a day.
 */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import {
  DayPicker,
  type DayButtonProps,
  type DayPickerProps,
} from "react-day-picker";
import {
  dayAt,
  firstWeekday,
  fullDay,
  monthOf,
  noonOf,
  numberOf,
  weekdayOf,
} from "../lib/time/calendar-days";
import { cn } from "../lib/cn";

type Props = {
  value: string | null;
  onPick: (day: string) => void;
  today: string;
  /** Its month is the first. */
  first: string;
  /** The last selectable day. */
  last: string;
  isOpen: (day: string) => boolean;
  /** The name of a day that is not open. @param name such as "Sunday 29 November 2026" */
  closedName: (name: string, day: string) => string;
  labels: { previous: string; next: string; months: string };
};

export function Calendar(props: Props) {
  const { value, onPick, today, first, last } = props;
  const { isOpen, closedName, labels } = props;
  const named = (date: Date, closed: boolean | undefined) => {
    const day = dayAt(date);
    return closed ? closedName(fullDay(day), day) : fullDay(day);
  };
  return (
    <DayPicker
      mode="single"
      required
      timeZone="UTC"
      noonSafe
      lang={document.documentElement.lang}
      dir={document.documentElement.dir}
      weekStartsOn={firstWeekday()}
      navLayout="after"
      today={noonOf(today)}
      startMonth={noonOf(first)}
      endMonth={noonOf(last)}
      defaultMonth={noonOf(value !== null && value > first ? value : first)}
      selected={value === null ? undefined : noonOf(value)}
      onSelect={(date) => onPick(dayAt(date))}
      disabled={(date) => !isOpen(dayAt(date))}
      components={components}
      classNames={classes}
      formatters={{
        formatCaption: (month) => monthOf(dayAt(month)),
        formatWeekdayName: (date) => weekdayOf(dayAt(date), "short"),
        formatDay: (date) => numberOf(dayAt(date)),
      }}
      labels={{
        labelNav: () => labels.months,
        labelPrevious: () => labels.previous,
        labelNext: () => labels.next,
        labelGrid: (month) => monthOf(dayAt(month)),
        labelWeekday: (date) => weekdayOf(dayAt(date), "long"),
        labelDayButton: (date, { disabled }) => named(date, disabled),
      }}
    />
  );
}

const arrow =
  "grid size-11 place-items-center rounded-md text-ink-2 hover:bg-sunken aria-disabled:text-ink-3 aria-disabled:opacity-50";

const classes: DayPickerProps["classNames"] = {
  month: "relative",
  month_caption: "flex min-h-11 items-center pr-24 font-semibold",
  nav: "absolute end-0 top-0 flex",
  button_previous: arrow,
  button_next: arrow,
  chevron: "size-5",
  month_grid:
    "mt-1 w-full table-fixed border-separate border-spacing-x-0.5 border-spacing-y-1",
  weekday: "h-8 text-[min(0.875rem,4.3vw)] font-medium text-ink-2",
};

const components: DayPickerProps["components"] = {
  Chevron: ({ orientation, className }) => {
    const Arrow = orientation === "left" ? ChevronLeft : ChevronRight;
    return <Arrow className={className} />;
  },
  DayButton: DayCell,
};

function DayCell({ day: _day, modifiers, ...button }: DayButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (modifiers["focused"]) ref.current?.focus();
  }, [modifiers]);
  return (
    <button
      {...button}
      ref={ref}
      className={cn(
        "grid h-11 w-full place-items-center rounded-sm text-[min(1rem,6vw)] tab",
        modifiers["today"] && "ring-2 ring-line-strong ring-inset",
        modifiers["selected"]
          ? "bg-brand font-semibold text-on-brand"
          : modifiers["disabled"]
            ? "text-ink-3"
            : "border border-line bg-surface font-semibold hover:bg-sunken",
      )}
    />
  );
}
