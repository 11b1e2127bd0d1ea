/** Whether the numbers on screen are fresh: a dot and a word, or a banner that says since when they are not. */
import { WifiOff } from "lucide-react";
import { cn } from "../lib/cn";
import { everyone as strings } from "../strings/everyone";
import { Banner } from "./banner";

export function LiveDot() {
  return (
    <span className="inline-flex shrink-0 items-center gap-2 text-sm font-semibold text-ink-2">
      <span
        className="state-dot size-2.5 rounded-full bg-brand ring-4 ring-brand-soft"
        aria-hidden="true"
      />
      {strings.live}
    </span>
  );
}

export function OfflineBanner() {
  return (
    <Banner tone="warn" icon={WifiOff}>
      {strings.offline}
    </Banner>
  );
}

/** After a minute (`long`) with advice. `asOf`: the clock time of the last good data; null without any yet. */
export function ReconnectingBanner(props: {
  asOf: string | null;
  long: boolean;
  className?: string;
  children?: string;
}) {
  const { asOf, long, className, children } = props;
  return (
    <Banner tone="warn" icon={WifiOff} className={cn("text-left", className)}>
      <span className="tab">
        {asOf === null ? strings.connecting : strings.reconnecting(asOf)}
      </span>
      {long && strings.checkConnection}
      {children && <span className="block font-normal">{children}</span>}
    </Banner>
  );
}
