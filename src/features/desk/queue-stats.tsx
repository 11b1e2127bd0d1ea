/** The three figures above everything else. product.md W1 to W4. */
import { useQuery } from "convex/react";
import { CalendarDays, Timer, Users } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { averageWaitMinutes } from "../../../convex/model/days";
import { dayKey } from "../../../convex/model/timezones";
import { useNow } from "../../lib/use-now";
import { number } from "../../texts/intl";
import { dashboard } from "../../texts/dashboard";
import { Bone, Skeleton } from "../../ui/skeleton";
import { MiniStats, StatCard } from "../../ui/stat";
import type { Stats } from "./types";

const { figures: texts } = dashboard;

type Props = {
  /** null: all queues together. */
  queueId: string | null;
  timeZone: string;
  stale: boolean;
};

/** The server sends sums that change with the queue; the screen's own clock turns them into minutes. */
function useFigures({ queueId, timeZone }: Props) {
  const stats = useQuery(api.desk.stats, { queueId });
  const now = useNow("minute");
  if (stats === undefined) return undefined;
  const today = dayKey(now, timeZone);
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
  return peak?.day === today ? texts.hour(peak.hour) : texts.noHour;
}

/** Three cards, on wide screens and on the phone's overview. */
export function StatCards(props: Props) {
  const figures = useFigures(props);
  if (figures === undefined) {
    return (
      <Skeleton label={texts.loading} className="contents">
        <Bone className="h-34 rounded-lg" />
        <Bone className="h-34 rounded-lg" />
        <Bone className="h-34 rounded-lg" />
      </Skeleton>
    );
  }
  const { stale } = props;
  return (
    <>
      <StatCard
        title={texts.immediate}
        value={figures.immediate}
        caption={texts.immediateMeans}
        icon={Users}
        stale={stale}
      />
      <StatCard
        title={texts.scheduled}
        value={figures.scheduled}
        caption={texts.scheduledMeans}
        icon={CalendarDays}
        stale={stale}
      />
      <StatCard
        title={texts.average}
        value={figures.average}
        unit={texts.minutes}
        caption={texts.peak(figures.peak)}
        icon={Timer}
        stale={stale}
      />
    </>
  );
}

/** The same three in one row, for the phone's queue tab. */
export function StatRow(props: Props) {
  const figures = useFigures(props);
  return (
    <MiniStats
      stale={props.stale}
      stats={[
        { label: texts.shortImmediate, value: figures?.immediate ?? "–" },
        { label: texts.shortScheduled, value: figures?.scheduled ?? "–" },
        {
          label: texts.shortAverage,
          value: figures?.average ?? "–",
          unit: texts.minutes,
        },
      ]}
    />
  );
}
