/** Whether the numbers on screen are fresh: a dot and a word, or a banner that says since when they are not. */
import { WifiOff } from "lucide-react";
import { useState } from "react";
import { cn } from "../lib/cn";
import { timeOf } from "../lib/time/format";
import { useNow } from "../lib/time/use-now";
import { parts } from "../strings/parts";
import { Banner } from "./banner";

export function LiveDot() {
  return (
    <span className="inline-flex shrink-0 items-center gap-2 text-sm font-semibold text-ink-2">
      <span
        className="state-dot size-2.5 rounded-full bg-brand ring-4 ring-brand-soft"
        aria-hidden="true"
      />
      {parts.live}
    </span>
  );
}

export function OfflineBanner() {
  return (
    <Banner tone="warn" icon={WifiOff}>
      {parts.offline}
    </Banner>
  );
}

/** A connection lost for longer than this gets advice. */
const LONG_CUT_MS = 60_000;

/** @param asOf of the last good data, epoch ms; null without any yet @param timeZone the reader's own if absent */
export function ReconnectingBanner(props: {
  asOf: number | null;
  timeZone?: string;
  className?: string;
  children?: string;
}) {
  const { asOf, timeZone, className, children } = props;
  const now = useNow("minute");
  const [since] = useState(now);
  return (
    <Banner tone="warn" icon={WifiOff} className={cn("text-left", className)}>
      <span className="tab">
        {asOf === null
          ? parts.connecting
          : parts.reconnecting(timeOf(asOf, timeZone))}
      </span>
      {now - since > LONG_CUT_MS && parts.checkConnection}
      {children && <span className="block font-normal">{children}</span>}
    </Banner>
  );
}
