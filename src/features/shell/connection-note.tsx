/** Live, or since when not. */
import { WifiOff } from "lucide-react";
import { useState } from "react";
import type { Freshness } from "../../lib/server/connection";
import { timeOf } from "../../lib/time/format";
import { useNow } from "../../lib/time/use-now";
import { everyone } from "../../strings/everyone";
import { LiveDot, ReconnectingBanner } from "../../ui/live";

/** A connection lost for longer than this gets advice. */
const LONG_CUT_MS = 60_000;

export function Connection({ live }: { live: boolean }) {
  if (live) return <LiveDot />;
  return (
    <span className="inline-flex shrink-0 items-center gap-2 text-sm font-semibold text-warn-text">
      <WifiOff className="size-4" />
      {everyone.connecting}
    </span>
  );
}

export function CutBanner(props: { freshness: Freshness; timeZone?: string }) {
  const { freshness, timeZone } = props;
  if (freshness.live) return null;
  return <Cut asOf={freshness.asOf} timeZone={timeZone} />;
}

function Cut({
  asOf,
  timeZone,
}: {
  asOf: number | null;
  timeZone: string | undefined;
}) {
  const now = useNow("minute");
  const [since] = useState(now);
  return (
    <ReconnectingBanner
      asOf={asOf === null ? null : timeOf(asOf, timeZone)}
      long={now - since > LONG_CUT_MS}
    />
  );
}
