/** The range by day, by hour, by weekday and by queue. */
import type { Sums, Totals } from "../../../convex/reports/rules/sums";
import { weekdayOf } from "../../lib/time/calendar-days";
import { number, weekdayName } from "../../strings/language/intl";
import { reports as strings } from "../../strings/reports";
import { Card } from "../../ui/card";
import { byHour, byWeekday, keptShare, meanMinutes, type Bar } from "./figures";
import { ChartCard } from "./chart-card";
import { FigureTable } from "./table";
import type { Names } from "./use-report";
import { clock, countWords, dayWords, shareWords, waitWords } from "./words";

const { columns } = strings;
const COUNTED = [
  columns.joins,
  columns.served,
  columns.mean,
  columns.noShows,
  columns.skipped,
  columns.left,
];

function counted(bar: Bar): string[] {
  return [
    number(bar.joins),
    number(bar.served),
    waitWords(meanMinutes(bar)),
    number(bar.noShows),
    number(bar.skipped),
    number(bar.left),
  ];
}

export function Charts(props: { sums: Sums; days: readonly string[] }) {
  const { sums, days } = props;
  const known = new Map(sums.days.map((one) => [one.day, one]));
  const hours = byHour(sums.hours);
  const weekdays = byWeekday(sums).filter((one) => one.days > 0);
  const wholeDays =
    sums.wholeDays > 0 ? strings.chart.wholeDays(sums.wholeDays) : undefined;
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:gap-5">
      {days.length > 1 && (
        <ChartCard
          title={strings.byDay}
          className="p-4 sm:p-5 lg:col-span-2 lg:p-6"
          spots={days.map((day) => spotOf(dayWords(day), known.get(day)))}
          columns={[columns.day, ...COUNTED]}
          rows={[...sums.days].reverse().map((one) => ({
            key: one.day,
            cells: [dayWords(one.day), ...counted(one)],
          }))}
        />
      )}
      <ChartCard
        title={strings.byHour}
        spots={hours.map((one) => spotOf(clock(one.hour), one))}
        columns={[columns.hour, ...COUNTED]}
        rows={hours.map((one) => ({
          key: clock(one.hour),
          cells: [clock(one.hour), ...counted(one)],
        }))}
        {...(wholeDays !== undefined && { note: wholeDays })}
      />
      {days.length > 1 && (
        <ChartCard
          title={strings.byWeekday}
          people={strings.chart.perDay}
          spots={weekdays.map((one) => ({
            ...spotOf(shortName(one.weekday), one),
            people: Math.round((10 * one.joins) / one.days) / 10,
          }))}
          columns={[columns.weekday, strings.chart.perDay, ...COUNTED]}
          rows={weekdays.map((one) => ({
            key: String(one.weekday),
            cells: [
              weekdayName(one.weekday),
              countWords(Math.round((10 * one.joins) / one.days) / 10),
              ...counted(one),
            ],
          }))}
        />
      )}
    </div>
  );
}

export function Queues(props: {
  sums: Sums;
  names: Names;
  open: ReadonlySet<string>;
}) {
  const { sums, names, open } = props;
  const queues = [...sums.queues].sort((a, b) => b.joins - a.joins);
  return (
    <Card title={strings.byQueue}>
      <FigureTable
        label={strings.byQueue}
        columns={[columns.queue, ...COUNTED, columns.kept]}
        rows={queues.map((one) => ({
          key: one.queueId,
          cells: [
            nameOf(one, names, open),
            ...counted(one),
            shareWords(keptShare(one)),
          ],
        }))}
      />
    </Card>
  );
}

/** "Mon" for 1. */
function shortName(weekday: number): string {
  // 2023 began on a Sunday.
  return weekdayOf(`2023-01-0${weekday + 1}`, "short");
}

function nameOf(
  { queueId }: { queueId: string },
  names: Names,
  open: ReadonlySet<string>,
): string {
  const name = names.get(queueId) ?? strings.figures.none;
  return open.has(queueId) ? name : strings.deleted(name);
}

function spotOf(
  label: string,
  sum: Pick<Totals, "joins" | "waits" | "waitMsSum"> | undefined,
) {
  const wait = sum === undefined ? null : meanMinutes(sum);
  return {
    label,
    people: sum?.joins ?? 0,
    wait: wait === null ? null : Math.round(10 * wait) / 10,
  };
}
