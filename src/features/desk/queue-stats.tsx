/** The three figures above everything else. Texts: specification, owner part §2. */
import { useQuery } from "convex/react";
import { CalendarDays, Timer, Users } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { averageWaitMinutes } from "../../../convex/model/days";
import { dayKey } from "../../../convex/model/timezones";
import { useNow } from "../../lib/use-now";
import { Bone, Skeleton } from "../../ui/skeleton";
import { MiniStats, StatCard } from "../../ui/stat";
import type { Stats } from "./types";

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
    immediate: String(stats.immediate),
    scheduled: String(stats.scheduled),
    average: (average ?? 0).toFixed(1),
    peak: peakWords(stats, today),
  };
}

/** 'H:00' without a leading zero, else N/A (decisions §1.2). */
function peakWords(stats: Stats, today: string): string {
  const { peak } = stats;
  return peak?.day === today ? `${peak.hour}:00` : "N/A";
}

/** Three cards, on wide screens and on the phone's overview. */
export function StatCards(props: Props) {
  const figures = useFigures(props);
  if (figures === undefined) {
    return (
      <Skeleton label="Loading figures..." className="contents">
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
        title="Immediate Queue"
        value={figures.immediate}
        caption="People waiting now"
        icon={Users}
        stale={stale}
      />
      <StatCard
        title="Scheduled Queue"
        value={figures.scheduled}
        caption="Appointments ahead"
        icon={CalendarDays}
        stale={stale}
      />
      <StatCard
        title="Avg Wait"
        value={figures.average}
        unit="min"
        caption={`Peak hour ${figures.peak}`}
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
        { label: "waiting now", value: figures?.immediate ?? "–" },
        { label: "scheduled", value: figures?.scheduled ?? "–" },
        { label: "avg wait", value: figures?.average ?? "–", unit: "min" },
      ]}
    />
  );
}
