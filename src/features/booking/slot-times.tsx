/** The times of one day and queue, live: times taken in the meantime are struck out. */
import type { FunctionReturnType } from "convex/server";
import { Fragment, useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { isBookable } from "../../../convex/booking/rules/slots";
import { dayKey, nextDay } from "../../../convex/base/rules/timezones";
import { dayAndMonth } from "../../lib/time/calendar-days";
import { timeOf } from "../../lib/time/format";
import { useAnswer } from "../../lib/server/use-answer";
import { booking as strings } from "../../strings/booking";
import { Spinner } from "../../ui/spinner";
import { SlotError } from "./slot-error";
import { cn } from "../../lib/cn";

type Answer = FunctionReturnType<typeof api.booking.slots.ofDay>;
type Slots = NonNullable<Answer>["slots"];
type Props = {
  queueId: string;
  day: string;
  timezone: string;
  now: number;
  chosen: number | null;
  error: string | null;
  onPick: (startsAt: number) => void;
  onGone: () => void;
};

/** Needs a key of queue and day: it remembers which times were free initially. */
export function SlotTimes({ queueId, day, ...props }: Props) {
  const answer = useAnswer(api.booking.slots.ofDay, { queueId, day });
  if (answer === undefined) {
    return (
      <p role="status" className="flex items-center gap-2 py-3 text-ink-2">
        <Spinner />
        {strings.loading}
      </p>
    );
  }
  if (answer === null || answer instanceof Error) {
    return <SlotError message={strings.notLoaded} />;
  }
  return <Grid {...props} day={day} slots={answer.slots} />;
}

function Grid(props: Omit<Props, "queueId"> & { slots: Slots }) {
  const { day, timezone, now, chosen, error, slots, onPick, onGone } = props;
  const free = slots
    .filter(({ startsAt, isFree }) => isFree && isBookable(startsAt, now))
    .map(({ startsAt }) => startsAt);
  const [atFirst] = useState(free);
  const shown = slots
    .map(({ startsAt }) => startsAt)
    .filter((one) => free.includes(one) || atFirst.includes(one));
  const afterMidnight = shown.find((one) => dayKey(one, timezone) > day);
  const gone = chosen !== null && !free.includes(chosen);
  useEffect(() => {
    if (gone) onGone();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each time that goes, whatever the form does in the meantime
  }, [gone]);

  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error === null ? undefined : "slot-error"}
    >
      <legend className="mb-2 font-semibold">
        {strings.timesOn(dayAndMonth(day))}
      </legend>
      {free.length === 0 && (
        <p role="status" className="pb-3 text-ink-2">
          {strings.none}
        </p>
      )}
      {shown.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(max(4.75rem,22%),1fr))] gap-1.5">
          {shown.map((startsAt) => (
            <Fragment key={startsAt}>
              {startsAt === afterMidnight && (
                <p className="col-span-full text-sm text-ink-2">
                  {strings.afterMidnight(dayAndMonth(nextDay(day)))}
                </p>
              )}
              <SlotButton
                label={timeOf(startsAt, timezone)}
                startsAt={startsAt}
                chosen={startsAt === chosen}
                taken={!free.includes(startsAt)}
                onPick={() => onPick(startsAt)}
              />
            </Fragment>
          ))}
        </div>
      )}
      {error !== null && <SlotError message={error} />}
    </fieldset>
  );
}

/** One time to pick: a radio button that looks like a tile. */
function SlotButton(props: {
  label: string;
  startsAt: number;
  chosen: boolean;
  taken: boolean;
  onPick: () => void;
}) {
  const { label, startsAt, chosen, taken, onPick } = props;
  return (
    <label
      className={cn(
        "flex min-h-12 items-center justify-center rounded-md px-1 font-semibold tracking-tight whitespace-nowrap has-focus-visible:outline-3 has-focus-visible:outline-focus",
        taken
          ? "bg-sunken text-ink-3 line-through"
          : chosen
            ? "cursor-pointer border border-brand bg-brand-soft text-brand-text ring-1 ring-brand ring-inset"
            : "cursor-pointer border border-line-strong bg-surface hover:bg-sunken",
      )}
    >
      <input
        type="radio"
        name="slot"
        value={startsAt}
        checked={chosen && !taken}
        disabled={taken}
        onChange={onPick}
        className="sr-only"
      />
      {label}
      {taken && <span className="sr-only">, {strings.taken}</span>}
    </label>
  );
}
