/** The three figures at the top (product.md W1 to W4). */
import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { averageWaitMinutes } from "../../../convex/queue/rules/averageWait";
import { businessDay } from "../../../convex/business/rules/opening";
import type { ShopHours } from "../../../convex/business/rules/openSpans";
import { useNow } from "../../lib/time/use-now";
import { readingOf } from "../../lib/time/format";
import { number } from "../../strings/language/intl";
import { shopWriting } from "../../strings/language/page-clock";
import { dashboard } from "../../strings/dashboard";
import { Bone, Skeleton } from "../../ui/skeleton";
import { StatStrip } from "../../ui/stat";

const { figures: strings } = dashboard;

type Stats = FunctionReturnType<typeof api.desk.actions.stats>;
type Of = {
  /** null: all queues together. */
  queueId: string | null;
  shop: ShopHours;
};

/** The server sends sums that change with the queue; the screen's own clock turns them into minutes. */
function useFigures({ queueId, shop }: Of) {
  const stats = useQuery(api.desk.actions.stats, { queueId });
  const now = useNow("minute");
  if (stats === undefined) return undefined;
  const today = businessDay(shop, now);
  const average = averageWaitMinutes(stats.waitingDays, today, now);
  return {
    immediate: number(stats.immediate),
    scheduled: number(stats.scheduled),
    average: number(average ?? 0, 1),
    peak: peakWords(stats, today),
  };
}

/** product.md W3. */
function peakWords(stats: Stats, today: string): string {
  const { peak } = stats;
  return peak?.day === today ? peakHour(peak.hour) : strings.noHour;
}

/** "9:00" as specified, or "9:00 AM". */
function peakHour(hour: number): string {
  return shopWriting().clock === "h24"
    ? strings.hour(hour)
    : readingOf(`${hour}:00`);
}

export default function Figures({ stale, ...of }: Of & { stale: boolean }) {
  const figures = useFigures(of);
  if (figures === undefined) {
    return (
      <Skeleton label={strings.loading}>
        <Bone className="h-49 rounded-lg sm:h-17" />
      </Skeleton>
    );
  }
  return (
    <StatStrip
      stale={stale}
      stats={[
        {
          title: strings.immediate,
          value: figures.immediate,
          caption: strings.immediateMeans,
        },
        {
          title: strings.scheduled,
          value: figures.scheduled,
          caption: strings.scheduledMeans,
        },
        {
          title: strings.average,
          value: figures.average,
          unit: strings.minutes,
          caption: strings.peak(figures.peak),
        },
      ]}
    />
  );
}
