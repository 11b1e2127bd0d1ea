/** The whole report of a range, from the sentence to the feedback. */
import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import type { ShopHours } from "../../../convex/business/rules/openSpans";
import { totalOf, type Totals } from "../../../convex/reports/rules/sums";
import { useNow } from "../../lib/time/use-now";
import { reports as strings } from "../../strings/reports";
import { Card } from "../../ui/card";
import { EmptyLine } from "../../ui/mark";
import { Bone, Skeleton } from "../../ui/skeleton";
import { ByDay, ByHour, ByWeekday, Queues } from "./charts";
import { FeedbackCard } from "./feedback-card";
import { passedHours, totalUntil } from "./figures";
import { Headline, type Comparison } from "./headline";
import {
  allDays,
  earlierThan,
  lengthOf,
  type Choice,
  type Days,
} from "./ranges";
import { useReport } from "./use-report";
import { dayWords, spanWords } from "./words";

type Props = {
  choice: Choice;
  days: Days;
  today: string;
  queueId: string | null;
  /** The queues that are not deleted. */
  open: ReadonlySet<string>;
  /** The plan shows the days before. */
  isFull: boolean;
  /** A plan that does can be bought. */
  canBuy: boolean;
  shop: ShopHours;
  /** From before the connection was lost. */
  stale: boolean;
  /** What another chair would bring; beside the days. */
  advice: ReactNode;
};

export function Report(props: Props) {
  const { choice, days, today, queueId, open, isFull, shop } = props;
  const now = useNow("minute");
  const earlier = earlierThan(choice, days);
  const isRunning = days.to >= today;
  const began = useQuery(api.reports.periods.began, { queueId })?.day;
  const report = useReport(days, today, queueId);
  const before = useReport(
    isFull ? earlier : null,
    isRunning ? earlier.to : today,
    queueId,
  );
  if (report === undefined || before === undefined || began === undefined) {
    return <ReportSkeleton />;
  }
  if (report === null) return <Nothing title={strings.notShown} />;
  const { sums, names } = report;
  const total = totalOf(sums);
  if (isEmpty(total)) {
    return <Nothing title={strings.empty} text={strings.emptyMeans} />;
  }
  const isPassed = passedHours(shop, today, now);
  const isNew = began === null || began > earlier.from;
  const beforeTotal =
    before === null || isNew
      ? null
      : isRunning
        ? totalUntil(before, earlier.to, isPassed)
        : totalOf(before.sums);
  const compared: Comparison | null =
    beforeTotal === null || isEmpty(beforeTotal)
      ? null
      : {
          now: isRunning ? totalUntil(report, today, isPassed) : total,
          before: beforeTotal,
          than: strings.than[choice](lengthOf(days)),
        };
  const from = report.from > days.from ? report.from : days.from;
  const shown = allDays({ from, to: days.to });
  const parts = { sums, days: shown, hours: shop };
  return (
    <>
      <p className="text-sm text-ink-2">
        {isRunning
          ? strings.untilNow(dayWords(from))
          : strings.ended(spanWords({ from, to: days.to }))}{" "}
        {comparedWords(props, compared, isNew ? began : null)}
      </p>
      <Headline total={total} compared={compared} stale={props.stale} />
      <div className="grid gap-4 md:grid-cols-2 lg:gap-5">
        {props.advice}
        {shown.length > 1 && <ByDay {...parts} />}
      </div>
      <div className="grid gap-4 md:grid-cols-2 lg:gap-5">
        <ByHour {...parts} />
        <ByWeekday {...parts} />
      </div>
      <div className="grid gap-4 lg:grid-cols-[3fr_1fr] lg:gap-5">
        <Queues sums={sums} names={names} open={open} />
        <FeedbackCard sums={sums} />
      </div>
    </>
  );
}

function comparedWords(
  { choice, days, today, isFull, canBuy }: Props,
  compared: Comparison | null,
  newSince: string | null,
): string {
  if (!isFull) return canBuy ? strings.comparedInPro : strings.notCompared;
  if (compared !== null) {
    return days.to >= today && choice !== "this"
      ? strings.comparedUntil(compared.than)
      : strings.compared(compared.than);
  }
  return newSince === null
    ? strings.nothingBefore
    : strings.tooNew(dayWords(newSince));
}

function isEmpty(total: Totals): boolean {
  return Object.values(total).every((count) => count === 0);
}

function Nothing({ title, text = "" }: { title: string; text?: string }) {
  return (
    <Card
      title={
        <>
          <EmptyLine />
          {title}
        </>
      }
      className="px-5 py-10 text-center *:justify-center"
    >
      <p className="mx-auto mt-2 max-w-md text-ink-2">{text}</p>
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
