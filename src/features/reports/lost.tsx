/** When one more chair would have kept visitors, and who went away at which wait (product.md W10, W11). */
import { Armchair } from "lucide-react";
import {
  weekdayAt,
  type OperatingHours,
} from "../../../convex/business/rules/hours";
import { TOLD_STEP_MINUTES } from "../../../convex/queue/rules/dayHours";
import {
  lostByTold,
  lostOf,
  oneMoreChair,
} from "../../../convex/reports/rules/lost";
import type { Told } from "../../../convex/queue/rules/lookFields";
import { number } from "../../strings/language/intl";
import { reports } from "../../strings/reports";
import { Card } from "../../ui/card";
import { Bone, Skeleton } from "../../ui/skeleton";
import { lengthOf, type Days } from "./ranges";
import { FigureTable } from "../../ui/tables/figure-table";
import { useLost } from "./use-report";
import { hourOfWeekWords, waitWords } from "./words";

const { lost: strings } = reports;

/** Longer waits share one row: nearly everyone leaves. */
const LAST_STEP = 60;
/** How many times are named. */
const MAX_TIMES = 3;
const WEEK = 7;

type Props = { days: Days; today: string };

/** Nothing where no chair would clearly have kept anybody. All queues together, because customers see all queues. */
export function Advice(props: Props & { hours: OperatingHours }) {
  const { days, today, hours } = props;
  const cells = useLost(days, today);
  if (cells === undefined) return <LostSkeleton />;
  const times = oneMoreChair(cells).slice(0, MAX_TIMES);
  if (times.length === 0) return null;
  const kept = times.reduce((sum, one) => sum + one.kept, 0);
  return (
    <Card title={strings.oneMore(kept)} className="p-4 sm:p-5 lg:p-6">
      <p className="mt-1 text-sm text-ink-2">{strings.oneMoreMeans}</p>
      <ol className="mt-2 divide-y divide-line">
        {times.map(({ weekday, hour, ...time }) => (
          <li
            key={`${weekday} ${hour}`}
            className="flex items-center gap-3.5 py-2.5"
          >
            <Armchair className="size-6 shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {hourOfWeekWords(
                  weekdayAt(hours, weekday, hour),
                  hour,
                  lengthOf(days) > WEEK,
                  time.hours,
                )}
              </p>
              <p className="text-sm text-ink-2">
                {strings.would(
                  time.away,
                  waitWords(time.told),
                  waitWords(time.oneMore),
                )}
              </p>
            </div>
            <p className="shrink-0 font-bold tab">
              {strings.kept(number(time.kept))}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

export function AwayCard({ days, today }: Props) {
  const cells = useLost(days, today);
  if (cells === undefined) return <LostSkeleton />;
  const all = lostOf(cells);
  const told = lostByTold(
    cells.map((cell) => ({ ...cell, told: foldedStep(cell.told) })),
  );
  return (
    <Card title={strings.title}>
      <p className="mt-1 max-w-2xl text-sm text-ink-2">{strings.meaning}</p>
      {told.length === 0 ? (
        <p className="mt-4 text-ink-2">{strings.none}</p>
      ) : (
        <>
          <p className="mt-4 text-lg font-bold">
            {strings.away(number(all.away), number(all.looks))}
          </p>
          <FigureTable
            label={strings.title}
            columns={[strings.told, strings.looks, strings.went, strings.left]}
            rows={told.map((one) => ({
              key: String(one.told),
              cells: [
                toldWords(one.told),
                number(one.looks),
                number(one.away),
                number(one.left),
              ],
            }))}
          />
          {told.some((one) => one.told === null) && (
            <p className="mt-3 text-sm text-ink-2">{strings.noMinutesMeans}</p>
          )}
        </>
      )}
    </Card>
  );
}

function LostSkeleton() {
  return (
    <Skeleton label={reports.loading}>
      <Bone className="h-64 rounded-lg" />
    </Skeleton>
  );
}

function foldedStep(told: Told): Told {
  return typeof told === "number" ? Math.min(LAST_STEP, told) : told;
}

function toldWords(told: Told): string {
  if (told === null) return strings.noMinutes;
  if (told === "full") return strings.full;
  return told >= LAST_STEP
    ? strings.over(number(told))
    : strings.range(number(told), number(told + TOLD_STEP_MINUTES));
}
