/** What matters most in a sentence, and four figures; each is compared with the range before. */
import { TrendingDown, TrendingUp } from "lucide-react";
import type { Totals } from "../../../convex/reports/rules/sums";
import { cn } from "../../lib/cn";
import { number } from "../../strings/language/intl";
import { reports as strings } from "../../strings/reports";
import { Card } from "../../ui/card";
import { meanMinutes } from "./figures";
import { ofWords, waitWords } from "./words";

/** What a range is compared with: the same part of both, and the part before in words. */
export type Comparison = { now: Totals; before: Totals; than: string };

type Change = { words: string; isUp: boolean; isGood: boolean } | null;
type Figure = {
  title: string;
  value: string;
  of?: string;
  /** Absent without a comparison; null: no change. */
  change?: Change | undefined;
};

export function Headline(props: {
  total: Totals;
  compared: Comparison | null;
  /** From before the connection was lost: dimmed. */
  stale: boolean;
}) {
  const { total, compared, stale } = props;
  const title = (
    <span className="block max-w-3xl text-xl font-extrabold text-balance sm:text-2xl">
      {sentence(total, compared)}
    </span>
  );
  return (
    <Card title={title}>
      <FigureList figures={figuresOf(total, compared)} stale={stale} />
    </Card>
  );
}

export function FigureList(props: {
  figures: readonly Figure[];
  stale: boolean;
}) {
  const { figures, stale } = props;
  return (
    <div className="@container">
      <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-5 @min-[36rem]:grid-cols-4 @min-[36rem]:divide-x @min-[36rem]:divide-line">
        {figures.map(({ title, value, of, change }) => (
          <div key={title} className="min-w-0">
            <dt className="leading-tight">{title}</dt>
            <dd className={cn("text-num-m num", stale && "text-ink-2")}>
              {value}
              {of !== undefined && (
                <small className="ml-1 text-base font-semibold tracking-normal">
                  {of}
                </small>
              )}
            </dd>
            {change !== undefined && <ChangeLine change={change} />}
          </div>
        ))}
      </dl>
    </div>
  );
}

function ChangeLine({ change }: { change: Change }) {
  if (change === null) {
    return (
      <dd className="mt-1 text-sm font-semibold text-ink-2">
        {strings.change.same}
      </dd>
    );
  }
  const { words, isUp, isGood } = change;
  const Icon = isUp ? TrendingUp : TrendingDown;
  return (
    <dd
      className={cn(
        "mt-1 flex items-start gap-1.5 text-sm font-semibold",
        isGood ? "text-completed-fg" : "text-noshow-fg",
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      {words}
    </dd>
  );
}

function sentence(total: Totals, compared: Comparison | null): string {
  const { headline, change } = strings;
  const mean = meanMinutes(total);
  const wait = compared === null ? undefined : waitChange(compared);
  const first =
    compared === null
      ? headline.served(total.served)
      : headline.servedThan(
          total.served,
          compared.now.served - compared.before.served,
          compared.than,
        );
  // Somebody who was called waited too, but "they" are those who were served.
  if (mean === null || total.served === 0) return first;
  const words = waitWords(mean);
  return wait === undefined
    ? `${first} ${headline.waited(words)}`
    : `${first} ${headline.waitedThan(words, wait?.words ?? change.same)}`;
}

function figuresOf(total: Totals, compared: Comparison | null): Figure[] {
  const { figures } = strings;
  const count = (
    title: string,
    key: "served" | "noShows",
    isMoreGood: boolean,
  ): Figure => ({
    title,
    value: number(total[key]),
    change: compared ? countChange(compared, key, isMoreGood) : undefined,
  });
  return [
    count(figures.served, "served", true),
    {
      title: figures.mean,
      value: waitWords(meanMinutes(total)),
      change: compared ? waitChange(compared) : undefined,
    },
    count(figures.noShows, "noShows", false),
    {
      title: figures.kept,
      ...(total.quotes === 0
        ? { value: figures.none }
        : {
            value: number(total.quotesRight),
            of: figures.of(number(total.quotes)),
          }),
      change: compared ? keptChange(compared) : undefined,
    },
  ];
}

function countChange(
  { now, before }: Comparison,
  key: "served" | "noShows",
  isMoreGood: boolean,
): Change {
  const by = now[key] - before[key];
  const { more, fewer } = strings.change;
  return changeOf(by, isMoreGood, more, fewer, number(Math.abs(by)));
}

function waitChange({ now, before }: Comparison): Change | undefined {
  const [mean, meanBefore] = [meanMinutes(now), meanMinutes(before)];
  if (mean === null || meanBefore === null) return undefined;
  const by = Math.round(mean) - Math.round(meanBefore);
  const { longer, shorter } = strings.change;
  return changeOf(by, false, longer, shorter, waitWords(Math.abs(by)));
}

/** By the share that was kept: the counts depend on how many promises there were. */
function keptChange({ now, before }: Comparison): Change | undefined {
  if (now.quotes === 0 || before.quotes === 0) return undefined;
  const by = now.quotesRight * before.quotes - before.quotesRight * now.quotes;
  const was = ofWords(before.quotesRight, before.quotes);
  return changeOf(by, true, strings.change.better, strings.change.worse, was);
}

function changeOf(
  by: number,
  isUpGood: boolean,
  up: (by: string) => string,
  down: (by: string) => string,
  words: string,
): Change {
  if (by === 0) return null;
  const isUp = by > 0;
  return { words: (isUp ? up : down)(words), isUp, isGood: isUp === isUpGood };
}
