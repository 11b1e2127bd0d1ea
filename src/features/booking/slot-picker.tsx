/** Days and times of one queue. The server decides which exist (product.md B1 to B3). */
import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { noonOf } from "../../lib/time/calendar-days";
import type { SlotPickerProps } from "../../lib/slot-picker";
import { useNow } from "../../lib/time/use-now";
import { booking as strings } from "../../strings/booking";
import { DayChoice } from "./day-choice";
import { zoneWords } from "./day-words";
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
  const at = slot.day === null ? now : noonOf(slot.day).getTime();
  return (
    <div className="grid gap-3">
      <DayChoice
        shop={shop}
        now={now}
        value={slot.day}
        onPick={(day) => onPick({ day, startsAt: null })}
      />
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
      <p className="text-sm text-ink-3 empty:hidden">
        {zoneWords(shop.timezone, at)}
      </p>
    </div>
  );
}
