/** The button at the bottom edge: what it does, and why it may fail. */
import { useFreshness } from "../../lib/server/connection";
import { bookedTime } from "../../lib/time/slot-time";
import { customers as strings } from "../../strings/customers";
import { everyone } from "../../strings/everyone";
import { Button } from "../../ui/button";
import type { Slot } from "../../lib/slot-picker";
import type { OpenQueue } from "./types";

type Props = {
  busy: boolean;
  queue: OpenQueue | undefined;
  /** null to join now. */
  slot: Slot | null;
  timezone: string;
  /** The shop is closed and takes walk-ins only while open. */
  mustWait: boolean;
};

/** Neutral but enabled where a refusal is likely: the server decides and gives the reason. */
export function SubmitBar({ busy, queue, slot, timezone, mustWait }: Props) {
  const { live } = useFreshness();
  const isFull = slot === null && queue?.limitReached === true;
  const unlikely = mustWait || isFull;
  const above =
    slot !== null && slot.startsAt !== null && queue !== undefined
      ? strings.join.booking(bookedTime(slot.startsAt, timezone), queue.name)
      : null;
  const reason = !live
    ? strings.join.noConnection
    : mustWait
      ? strings.join.joinWhenOpen
      : isFull
        ? strings.join.fullHint
        : null;
  return (
    <div className="bottom-0 mt-auto border-t border-transparent bg-surface px-5 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-dock not-low:sticky">
      {above !== null && (
        <p
          className="mb-2 text-center text-sm wrap-anywhere text-ink-2 tab"
          dir="auto"
        >
          {above}
        </p>
      )}
      <Button
        type="submit"
        variant={unlikely ? "secondary" : "primary"}
        size="xl"
        className="w-full"
        busy={busy}
        busyText={everyone.processing}
        disabled={!live}
        aria-describedby={reason === null ? undefined : "join-reason"}
      >
        {slot === null ? strings.join.join : strings.join.confirm}
      </Button>
      {reason !== null && (
        <p id="join-reason" className="mt-2 text-center text-sm text-ink-2">
          {reason}
        </p>
      )}
    </div>
  );
}
