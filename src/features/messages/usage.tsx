/** The month's usage of texts, as a figure and a bar. */
import { useNow } from "../../lib/time/use-now";
import { cn } from "../../lib/cn";
import { messages } from "../../strings/messages";
import type { Panel } from "./types";
import { monthKey } from "../../../convex/base/rules/timezones";
import { dayOf } from "../../lib/time/format";

const { usage: strings } = messages;

export function UsageFigure({ panel }: { panel: Panel }) {
  return (
    <span className="text-right font-bold tab">
      {panel.own === null ? strings.used(panel.used, panel.quota) : strings.own}
    </span>
  );
}

/** Full with an own account, full and red when all are used. */
export function UsageBar(props: { panel: Panel; timeZone: string }) {
  const { own, used, quota } = props.panel;
  const now = useNow("minute");
  const isFull = used >= quota;
  const share = own !== null || isFull ? 1 : used / quota;
  const { from, to } = monthSpan(now, props.timeZone);
  const label = isFull ? strings.barFull(quota) : strings.bar(used, quota);
  return (
    <>
      <div
        role="progressbar"
        aria-label={own === null ? label : strings.own}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="mt-3 h-3 overflow-hidden rounded-full bg-pressed"
      >
        <div
          className={cn(
            "bar-fill h-full rounded-full",
            own === null && isFull ? "bg-danger" : "bg-brand",
          )}
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </div>
      <p className="mt-2 text-sm text-ink-2">
        {own === null ? strings.since(from, to) : strings.ownCount}
      </p>
    </>
  );
}

/** The month in which texts are counted, by the business's calendar (product.md N2). */
function monthSpan(
  now: number,
  timeZone: string,
): { from: string; to: string } {
  const [year = 0, month = 0] = monthKey(now, timeZone).split("-").map(Number);
  const first = (index: number) => dayOf(Date.UTC(year, index, 1), "UTC");
  return { from: first(month - 1), to: first(month) };
}
