/** Live, or since when not. */
import { WifiOff } from "lucide-react";
import { cn } from "../../lib/cn";
import type { Freshness } from "../../lib/server/connection";
import { timeOf } from "../../lib/time/format";
import { shell } from "../../strings/shell";
import { LiveDot } from "../../ui/live";

/** In the header of an owner's pages, the only place of the connection's state. A phone shows the time alone. */
export function ConnectionChip(props: {
  freshness: Freshness;
  timeZone: string;
  /** Opens the actions that wait for the connection. */
  onOpen?: () => void;
}) {
  const { freshness, timeZone, onOpen } = props;
  return (
    <div role="status" className="text-sm font-semibold whitespace-nowrap">
      {freshness.live ? (
        <span className={chip}>
          <LiveDot />
        </span>
      ) : onOpen === undefined ? (
        <span className={cn(chip, CUT)}>
          <Cut asOf={freshness.asOf} timeZone={timeZone} />
        </span>
      ) : (
        <button
          type="button"
          className={cn(chip, CUT, "border-2 border-transparent")}
          onClick={onOpen}
        >
          <Cut asOf={freshness.asOf} timeZone={timeZone} />
        </button>
      )}
    </div>
  );
}

const chip = "inline-flex min-h-11 items-center gap-2 rounded-md px-2 sm:px-3";
const CUT = "bg-warn-soft text-warn-text";

function Cut({ asOf, timeZone }: { asOf: number | null; timeZone: string }) {
  return (
    <>
      <WifiOff className="size-4 shrink-0" />
      {asOf === null ? (
        shell.connecting
      ) : (
        <span className="tab">
          <span className="max-sm:sr-only">{shell.offlineAsOf}</span>{" "}
          {timeOf(asOf, timeZone)}
        </span>
      )}
    </>
  );
}
