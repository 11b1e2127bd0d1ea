/** A number with its name. Not a live region: it changes with every move of the queue. */
import type { LucideIcon } from "lucide-react";
import { cn } from "../lib/cn";

type StatProps = {
  title: string;
  value: string;
  unit?: string;
  caption: string;
  icon: LucideIcon;
  /** Shown from before a cut: dimmed. */
  stale?: boolean;
};

/** The wide form, a card of its own. */
export function StatCard(props: StatProps) {
  const Icon = props.icon;
  return (
    <section className="flex items-center gap-5 rounded-lg border border-line bg-surface px-5 py-4">
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold text-ink-2">{props.title}</h2>
        <p
          className={cn(
            "mt-1 flex items-baseline gap-1.5",
            props.stale && "text-ink-2",
          )}
        >
          <span className="text-num-l num">{props.value}</span>
          {props.unit && (
            <span className="text-lg font-semibold text-ink-2">
              {props.unit}
            </span>
          )}
        </p>
        <p className="mt-1.5 text-sm text-ink-2">{props.caption}</p>
      </div>
      <Icon
        className="size-7 shrink-0 self-start text-ink-3"
        aria-hidden="true"
      />
    </section>
  );
}

/** The phone's form: up to three side by side in one card. */
export function MiniStats({
  stats,
  stale = false,
}: {
  stats: readonly { label: string; value: string; unit?: string }[];
  stale?: boolean;
}) {
  return (
    <dl className="grid grid-cols-3 divide-x divide-line rounded-lg border border-line bg-surface py-3 text-center">
      {stats.map((stat) => (
        <div key={stat.label} className="flex flex-col-reverse px-1">
          <dt className="mt-1 text-sm text-ink-2">{stat.label}</dt>
          <dd
            className={cn(
              "h-8 overflow-hidden text-num-m num",
              stale && "text-ink-2",
            )}
          >
            {stat.value}
            {stat.unit && (
              <span className="ml-1 text-sm leading-none font-semibold tracking-normal text-ink-2">
                {stat.unit}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
