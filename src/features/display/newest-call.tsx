/** The last called number, in green and as large as possible. */
import { bareName } from "../../../convex/queue/rules/ticketName";
import { cn } from "../../lib/cn";
import { timeOf } from "../../lib/time/format";
import { display as strings } from "../../strings/display";
import { digitsOf } from "../../ui/num";
import type { Call } from "./types";

/** How long a call counts as 'now'. */
const NOW_MS = 5 * 60_000;

export function NewestCall(props: {
  call: Call;
  place: string;
  now: number;
  timezone: string;
}) {
  const { call, place, now, timezone } = props;
  const isLettered = call.letter !== null;
  return (
    <>
      <p className="board-when">
        {now - call.at < NOW_MS
          ? strings.now
          : strings.last(timeOf(call.at, timezone))}
      </p>
      <p
        className={cn(
          "board-called ringing num",
          isLettered && "board-lettered",
        )}
        style={digitsOf(bareName(call.letter, call.number))}
      >
        {bareName(call.letter, call.number)}
      </p>
      <div className="board-who">
        <p className="board-where" dir="auto">
          {place}
        </p>
        {call.initials !== null && (
          <p className="board-initials" dir="auto">
            {call.initials}
          </p>
        )}
      </div>
    </>
  );
}
