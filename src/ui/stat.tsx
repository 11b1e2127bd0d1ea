/** Numbers with their names. Not a live region: they change with every move of the queue. */
import { cn } from "../lib/cn";

type Stat = {
  title: string;
  value: string;
  unit?: string;
  caption: string;
};

export function StatStrip(props: { stats: readonly Stat[]; stale?: boolean }) {
  const { stats, stale = false } = props;
  return (
    <div className="grid divide-y divide-line rounded-lg border border-line bg-surface sm:auto-cols-fr sm:grid-flow-col sm:divide-x sm:divide-y-0">
      {stats.map(({ title, value, unit, caption }) => (
        <section
          key={title}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 lg:px-5"
        >
          <div>
            <h2 className="leading-tight font-semibold">{title}</h2>
            <p className="text-sm text-ink-2">{caption}</p>
          </div>
          <p
            className={cn(
              "order-first flex min-w-28 items-baseline gap-1.5 sm:min-w-16",
              stale && "text-ink-2",
            )}
          >
            <span className="text-num-m num">{value}</span>
            {unit && (
              <span className="text-sm font-semibold text-ink-2">{unit}</span>
            )}
          </p>
        </section>
      ))}
    </div>
  );
}
