/** Since when the connection is lost, over a page of the portal. */
import { useState } from "react";
import type { Freshness } from "../../lib/server/connection";
import { timeOf } from "../../lib/time/format";
import { useNow } from "../../lib/time/use-now";
import { ReconnectingBanner } from "../../ui/live";

/** A connection lost for longer than this gets advice. */
const LONG_CUT_MS = 60_000;

/** Businesses are in many zones, so it uses the reader's own. */
export function CutBanner({ freshness }: { freshness: Freshness }) {
  if (freshness.live) return null;
  return <Cut asOf={freshness.asOf} />;
}

function Cut({ asOf }: { asOf: number | null }) {
  const now = useNow("minute");
  const [since] = useState(now);
  return (
    <ReconnectingBanner
      asOf={asOf === null ? null : timeOf(asOf)}
      long={now - since > LONG_CUT_MS}
    />
  );
}
