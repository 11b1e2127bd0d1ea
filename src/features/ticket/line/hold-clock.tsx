/** How long the called person's place is held, by absolute times and the device's corrected clock. */
import { countdown } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { ticket as strings } from "../../../strings/ticket";

const WARN_MS = 60_000;

/** @param from when the call was made, @param until when the place is given up; epoch ms */
export function HoldClock(props: {
  from: number;
  until: number;
  place: string | undefined;
}) {
  const { from, until, place } = props;
  const now = useNow("second");
  const left = Math.max(0, until - now);
  // A recall extends the hold beyond its first length, so limit the share to 1.
  const leftWords = strings.called.left(countdown(left));
  const share = Math.min(1, left / Math.max(1, until - from));
  return (
    <div className="mb-5">
      <div className="mb-2 flex justify-between font-semibold">
        <span>{strings.called.held}</span>
        <span className="text-lg font-extrabold tab">{leftWords}</span>
      </div>
      <div
        className="h-3 rounded-full border-2 border-on-go p-px"
        role="progressbar"
        aria-label={strings.called.timeLeft(place)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={leftWords}
      >
        <div
          className="bar-fill h-full rounded-full bg-on-go"
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </div>
      <p className="sr-only" role="status">
        {left > 0 && left <= WARN_MS ? strings.called.oneMinute(place) : ""}
      </p>
    </div>
  );
}
