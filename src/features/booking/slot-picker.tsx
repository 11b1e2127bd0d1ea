/** Calendar and times of one queue. The server decides which exist (product.md B1 to B3). */
import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { hoursOn } from "../../../convex/business/rules/hours";
import { HORIZON_MS } from "../../../convex/calendar/rules/busy";
import { dayKey } from "../../../convex/base/rules/timezones";
import { noonOf } from "../../lib/time/calendar-days";
import type { SlotPickerProps } from "../../lib/slot-picker";
import { useNow } from "../../lib/time/use-now";
import { booking as strings } from "../../strings/booking";
import { Calendar } from "../../ui/calendar";
import { Field } from "../../ui/fields/field";
import { closedWords, zoneWords } from "./day-words";
import { firstDay, isOpenDay } from "./open-days";
import { SlotError } from "./slot-error";
import { SlotTimes } from "./slot-times";

export default function SlotPicker(props: SlotPickerProps) {
  const { shop, queueId, slot, error, onPick } = props;
  const look = useMutation(api.booking.slots.look);
  useEffect(() => {
    // The times show its results. If it fails, the times stay as they were.
    if (queueId !== null) void look({ queueId }).catch(() => undefined);
  }, [look, queueId]);
  const now = useNow("minute");
  const today = firstDay(shop, now);
  const at = slot.day === null ? now : noonOf(slot.day).getTime();
  const notes = [
    closedWords(shop.operatingHours),
    zoneWords(shop.timezone, at),
  ].filter((note) => note !== "");
  return (
    <div className="grid gap-5">
      <div>
        <Calendar
          value={slot.day}
          onPick={(day) => onPick({ day, startsAt: null })}
          today={today}
          last={dayKey(now + HORIZON_MS, shop.timezone)}
          isOpen={(day) => isOpenDay(shop, day, now)}
          closedName={(name, day) =>
            hoursOn(shop, day) === null ? strings.closedDay(name) : name
          }
          labels={{
            previous: strings.previousMonth,
            next: strings.nextMonth,
            months: strings.months,
          }}
        />
        {notes.length > 0 && (
          <p className="mt-2 text-sm text-ink-3">{notes.join(" ")}</p>
        )}
      </div>
      {slot.day !== null && queueId !== null ? (
        <SlotTimes
          key={`${queueId} ${slot.day}`}
          timezone={shop.timezone}
          queueId={queueId}
          day={slot.day}
          chosen={slot.startsAt}
          error={error}
          now={now}
          onPick={(startsAt) => onPick({ day: slot.day, startsAt })}
          onGone={props.onGone}
        />
      ) : (
        <>
          {slot.day !== null && (
            <p className="text-ink-2">{strings.chooseQueue}</p>
          )}
          {error !== null && <SlotError message={error} />}
        </>
      )}
      {props.emailError !== undefined && shop.mailPossible && (
        <Field
          label={strings.email}
          optional
          name="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          dir="ltr"
          hint={strings.emailHint}
          error={props.emailError}
        />
      )}
    </div>
  );
}
