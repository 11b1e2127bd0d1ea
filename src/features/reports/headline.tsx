/** The range in a few sentences and eight figures, each compared with the range before. */
import { TrendingDown, TrendingUp } from "lucide-react";
import {
  weekdayAt,
  type OperatingHours,
} from "../../../convex/business/rules/hours";
import {
  totalOf,
  type Sums,
  type Totals,
} from "../../../convex/reports/rules/sums";
import { cn } from "../../lib/cn";
import { number } from "../../strings/language/intl";
import { reports as strings } from "../../strings/reports";
import { Card } from "../../ui/card";
import {
  busiest,
  keptShare,
  longest,
  meanMinutes,
  waitedAtMost,
} from "./figures";
import { hourOfWeekWords, hourWords, shareWords, waitWords } from "./words";

type Figure = {
  title: string;
  value: string;
  caption?: string | undefined;
  /** The comparison in words; null without one. */
  change: { words: string; isUp: boolean | null } | null;
};

/** @param before the sums of the range before; null where they are hidden or empty */
export function Headline(props: {
  sums: Sums;
  before: Sums | null;
  isOneDay: boolean;
  hours: OperatingHours;
  /** From before the connection was lost: dimmed. */
  stale: boolean;
}) {
  const { sums, before, isOneDay, hours, stale } = props;
  const total = totalOf(sums);
  const figures = figuresOf(sums, total, before);
  return (
    <Card title={strings.figures.title} hideTitle>
      <p className="text-lg text-balance">
        {sentences(sums, total, isOneDay, hours).join(" ")}
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-4">
        {figures.map(({ title, value, caption, change }) => (
          <div key={title} className="flex min-w-0 flex-col">
            <dt className="order-2 leading-tight font-semibold">{title}</dt>
            <dd className={cn("order-1 text-num-m num", stale && "text-ink-2")}>
              {value}
            </dd>
            {caption !== undefined && (
              <dd className="order-3 text-sm text-ink-2">{caption}</dd>
            )}
            {change !== null && (
              <dd className="order-4 flex items-center gap-1.5 text-sm text-ink-2">
                <Arrow isUp={change.isUp} />
                {change.words}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Arrow({ isUp }: { isUp: boolean | null }) {
  if (isUp === null) return null;
  const Icon = isUp ? TrendingUp : TrendingDown;
  return <Icon className="size-4 shrink-0" />;
}

function sentences(
  sums: Sums,
  total: Totals,
  isOneDay: boolean,
  hours: OperatingHours,
): string[] {
  const { headline } = strings;
  const mean = meanMinutes(total);
  const busy = busiest(sums.hours);
  const slow = longest(sums.hours);
  const when = (at: { weekday: number; hour: number }) =>
    hourOfWeekWords(weekdayAt(hours, at.weekday, at.hour), at.hour);
  return [
    headline.came(total.joins, total.served),
    ...(mean === null ? [] : [headline.waited(waitWords(mean))]),
    ...(busy === null
      ? []
      : [
          isOneDay
            ? headline.busiestHour(hourWords(busy.hour))
            : headline.busiest(when(busy)),
        ]),
    ...(slow === null || isOneDay
      ? []
      : [headline.longest(when(slow), waitWords(slow.minutes))]),
  ];
}

function figuresOf(
  sums: Sums,
  total: Totals,
  beforeSums: Sums | null,
): Figure[] {
  const before = beforeSums === null ? null : totalOf(beforeSums);
  const { figures } = strings;
  const count = (title: string, key: keyof Totals): Figure => ({
    title,
    value: number(total[key]),
    change: before && countChange(total[key], before[key]),
  });
  const most = waitedAtMost(sums.waitSteps, 0.8);
  const mostBefore = beforeSums && waitedAtMost(beforeSums.waitSteps, 0.8);
  const kept = keptShare(total);
  return [
    count(figures.joins, "joins"),
    count(figures.served, "served"),
    {
      title: figures.mean,
      value: waitWords(meanMinutes(total)),
      change: before && waitChange(meanMinutes(total), meanMinutes(before)),
    },
    {
      title: figures.most,
      value:
        most?.isOver === true
          ? figures.overMost(number(most.minutes))
          : waitWords(most?.minutes ?? null),
      change:
        before &&
        waitChange(most?.minutes ?? null, mostBefore?.minutes ?? null),
    },
    count(figures.noShows, "noShows"),
    count(figures.left, "left"),
    count(figures.skipped, "skipped"),
    {
      title: figures.kept,
      value: shareWords(kept),
      caption:
        kept === null
          ? undefined
          : figures.ofChecked(number(total.quotesRight), number(total.quotes)),
      change: before && shareChange(kept, keptShare(before)),
    },
  ];
}

function countChange(now: number, before: number): Figure["change"] {
  if (before === 0) return null;
  const share = (now - before) / before;
  return changeOf(share, shareWords(Math.abs(share)), Math.abs(share) < 0.005);
}

function waitChange(
  now: number | null,
  before: number | null,
): Figure["change"] {
  if (now === null || before === null) return null;
  const minutes = Math.round(now) - Math.round(before);
  return changeOf(minutes, waitWords(Math.abs(minutes)), minutes === 0);
}

function shareChange(
  now: number | null,
  before: number | null,
): Figure["change"] {
  if (now === null || before === null) return null;
  const points = Math.round(100 * now) - Math.round(100 * before);
  const words = strings.figures.points(number(Math.abs(points)));
  return changeOf(points, words, points === 0);
}

function changeOf(by: number, words: string, isSame: boolean) {
  const { more, less, same } = strings.figures;
  if (isSame) return { words: same, isUp: null };
  return by > 0
    ? { words: more(words), isUp: true }
    : { words: less(words), isUp: false };
}
