/** Shows since when the data may be out of date. */
import { useState } from "react";
import { timeOf } from "../../lib/time/format";
import { useNow } from "../../lib/time/use-now";
import { ReconnectingBanner } from "../../ui/live";

/** A connection lost for longer than this gets advice. */
const LONG_CUT_MS = 60_000;

/** @param asOf of the last good data, epoch ms; null without any yet */
export function Cut({
  asOf,
  timeZone,
  children,
}: {
  asOf: number | null;
  timeZone: string;
  children: string;
}) {
  const now = useNow("minute");
  const [since] = useState(now);
  return (
    <ReconnectingBanner
      asOf={asOf === null ? null : timeOf(asOf, timeZone)}
      long={now - since > LONG_CUT_MS}
      className="mb-4"
    >
      {children}
    </ReconnectingBanner>
  );
}
