/** Lost customers by the wait that they saw, and the hours where a chair would have helped (product.md W10, W11). */
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
import type { Days } from "./ranges";
import { FigureTable } from "./table";
import { useLost } from "./use-report";
import { hourOfWeekWords, waitWords } from "./words";

const { lost: strings } = reports;

/** Longer waits share one row: nearly everyone leaves. */
const LAST_STEP = 60;
/** How many hours are named. */
const MOST_HOURS = 5;

/** All queues together, because customers see all queues. */
export function LostCard({
  days,
  today,
  hours: weekly,
}: {
  days: Days;
  today: string;
  hours: OperatingHours;
}) {
  const cells = useLost(days, today);
  if (cells === undefined) {
    return (
      <Skeleton label={reports.loading}>
        <Bone className="h-64 rounded-lg" />
      </Skeleton>
    );
  }
  const all = lostOf(cells);
  const told = lostByTold(
    cells.map((cell) => ({ ...cell, told: foldedStep(cell.told) })),
  );
  const hours = oneMoreChair(cells).slice(0, MOST_HOURS);
  return (
    <Card title={strings.title}>
      <p className="mt-1 max-w-2xl text-sm text-ink-2">{strings.meaning}</p>
      {told.length === 0 ? (
        <p className="mt-4 text-ink-2">{strings.none}</p>
      ) : (
        <div className="mt-4 grid gap-6 lg:grid-cols-2 lg:gap-8">
          <div className="min-w-0">
            <p className="text-lg font-bold">
              {strings.away(number(all.away), number(all.looks))}
            </p>
            <p className="text-ink-2">{strings.left(all.left)}</p>
            <FigureTable
              label={strings.title}
              columns={[
                strings.told,
                strings.looks,
                strings.went,
                strings.leftLine,
              ]}
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
              <p className="mt-3 text-sm text-ink-2">
                {strings.noMinutesMeans}
              </p>
            )}
          </div>
          <div className="min-w-0">
            <h3 className="text-lg font-bold">{strings.oneMore}</h3>
            {hours.length === 0 ? (
              <p className="mt-1 text-ink-2">{strings.keepsNobody}</p>
            ) : (
              <ol className="mt-2 divide-y divide-line">
                {hours.map(({ weekday, hour, away, ...chair }) => (
                  <li
                    key={`${weekday} ${hour}`}
                    className="flex items-start gap-3 py-3"
                  >
                    <Armchair className="mt-0.5 size-5 shrink-0 text-brand-text" />
                    <div className="min-w-0 flex-1">
                      <p className="font-semibold">
                        {hourOfWeekWords(
                          weekdayAt(weekly, weekday, hour),
                          hour,
                        )}
                      </p>
                      <p className="text-sm text-ink-2">
                        {strings.would(
                          away,
                          waitWords(chair.told),
                          waitWords(chair.oneMore),
                        )}
                      </p>
                    </div>
                    <p className="shrink-0 font-bold tab">
                      {strings.kept(number(chair.kept))}
                    </p>
                  </li>
                ))}
              </ol>
            )}
            <p className="mt-2 text-sm text-ink-2">{strings.how}</p>
          </div>
        </div>
      )}
    </Card>
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
