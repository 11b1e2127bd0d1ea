/** The whole report of a range, from the headline to the queues. */
import { eachDayOfInterval, format, parseISO } from "date-fns";
import type { OperatingHours } from "../../../convex/business/rules/hours";
import { totalOf, type Sums } from "../../../convex/reports/rules/sums";
import { reports as strings } from "../../strings/reports";
import { Card } from "../../ui/card";
import { EmptyLine } from "../../ui/mark";
import { Bone, Skeleton } from "../../ui/skeleton";
import { Charts, Queues } from "./charts";
import { FeedbackCard } from "./feedback-card";
import { Headline } from "./headline";
import { daysBefore, type Days } from "./ranges";
import { useReport } from "./use-report";
import { dateWords } from "./words";

/**
 * @param open the queues that are not deleted @param isFull whether the plan shows the days before @param canBuy
 * whether a plan that does can be bought @param stale from before the connection was lost
 */
export function Report(props: {
  days: Days;
  today: string;
  queueId: string | null;
  open: ReadonlySet<string>;
  isFull: boolean;
  canBuy: boolean;
  hours: OperatingHours;
  stale: boolean;
}) {
  const { days, today, queueId, open, isFull, canBuy, hours, stale } = props;
  const earlier = daysBefore(days);
  const isCompared = isFull || days.from === today;
  const report = useReport(days, today, queueId);
  const before = useReport(isCompared ? earlier : null, today, queueId);
  if (report === undefined || before === undefined) return <ReportSkeleton />;
  if (report === null || isEmpty(report.sums)) return <Nothing />;
  const beforeSums =
    before !== null && !isEmpty(before.sums) ? before.sums : null;
  return (
    <>
      <p className="text-sm text-ink-2">
        {spanWords(days)}.{" "}
        {isCompared
          ? comparison(beforeSums, earlier)
          : canBuy
            ? strings.comparedInPro
            : strings.notCompared}
      </p>
      <Headline
        sums={report.sums}
        before={beforeSums}
        isOneDay={days.from === days.to}
        hours={hours}
        stale={stale}
      />
      <Charts sums={report.sums} days={allDays(days)} />
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr] lg:gap-5">
        <Queues sums={report.sums} names={report.names} open={open} />
        <FeedbackCard sums={report.sums} />
      </div>
    </>
  );
}

function comparison(before: Sums | null, earlier: Days): string {
  if (before === null) return strings.nothingBefore;
  const words = spanWords(earlier);
  // Today is incomplete so far; the day it is compared with is whole.
  return earlier.from === earlier.to
    ? strings.comparedWithDay(words)
    : strings.comparedWith(words);
}

function spanWords({ from, to }: Days): string {
  return from === to
    ? dateWords(from)
    : strings.days(dateWords(from), dateWords(to));
}

function isEmpty(sums: Sums): boolean {
  return Object.values(totalOf(sums)).every((count) => count === 0);
}

function allDays({ from, to }: Days): string[] {
  const interval = { start: parseISO(from), end: parseISO(to) };
  return eachDayOfInterval(interval).map((day) => format(day, "yyyy-MM-dd"));
}

function Nothing() {
  return (
    <Card
      title={
        <>
          <EmptyLine />
          {strings.empty}
        </>
      }
      className="px-5 py-10 text-center *:justify-center"
    >
      <p className="mx-auto mt-2 max-w-md text-ink-2">{strings.emptyMeans}</p>
    </Card>
  );
}

export function ReportSkeleton() {
  return (
    <Skeleton label={strings.loading} className="grid gap-4">
      <Bone className="h-5 w-64" />
      <Bone className="h-64 rounded-lg" />
      <Bone className="h-80 rounded-lg" />
    </Skeleton>
  );
}
