/** The range by day or week, by hour, by weekday and by queue. */
import {
  hoursOn,
  weekdayAt,
  type Hours,
  type OperatingHours,
} from "../../../convex/business/rules/hours";
import type { Sums } from "../../../convex/reports/rules/sums";
import { weekdayOf } from "../../lib/time/calendar-days";
import { number, weekdayName } from "../../strings/language/intl";
import { reports as strings } from "../../strings/reports";
import { Card } from "../../ui/card";
import { BarCard } from "./bar-card";
import {
  busiest,
  byHour,
  byWeekday,
  longest,
  meanMinutes,
  mostWaitedLessThan,
  type Bar,
} from "./figures";
import { mondayOf } from "./ranges";
import { FigureTable } from "../../ui/tables/figure-table";
import type { Names } from "./use-report";
import {
  clock,
  countWords,
  dayWords,
  hourOfWeekWords,
  ofWords,
  shortDayWords,
  waitWords,
} from "./words";

const { columns } = strings;
const COUNTED = [
  columns.joins,
  columns.served,
  columns.mean,
  columns.noShows,
  columns.skipped,
  columns.left,
];
const WEEK = 7;
/** Fewer days say nothing about a weekday. */
const WEEKDAYS_FROM = 28;
/** More days are drawn by week. */
const MAX_DAYS = 31;

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

type Props = { sums: Sums; days: readonly string[]; hours: Hours };

export function ByDay({ sums, days, hours }: Props) {
  const served = new Map(sums.days.map((one) => [one.day, one.served]));
  const isByWeek = days.length > MAX_DAYS;
  const groups = Map.groupBy(days, (day) => (isByWeek ? mondayOf(day) : day));
  const name = days.length > WEEK ? shortDayWords : shortName;
  return (
    <BarCard
      title={isByWeek ? strings.byWeek : strings.byDay}
      className="md:only:col-span-2"
      spots={[...groups].map(([first, those]) => ({
        label: name(first),
        count: those.reduce((sum, day) => sum + (served.get(day) ?? 0), 0),
        isClosed:
          !isByWeek && hoursOn(hours, first) === null && !served.get(first),
      }))}
      columns={[columns.day, ...COUNTED]}
      rows={[...sums.days].reverse().map((one) => ({
        key: one.day,
        cells: [dayWords(one.day), ...counted(one)],
      }))}
    />
  );
}

export function ByHour({ sums, days, hours }: Props) {
  const bars = byHour(sums.hours);
  return (
    <BarCard
      title={strings.byHour}
      className="md:only:col-span-2"
      spots={bars.map(({ hour, joins }) => ({
        label: clock(hour),
        count: joins,
      }))}
      columns={[columns.hour, ...COUNTED]}
      rows={bars.map((one) => ({
        key: clock(one.hour),
        cells: [clock(one.hour), ...counted(one)],
      }))}
      notes={notesOf(sums, days.length, hours)}
    />
  );
}

function notesOf(sums: Sums, days: number, hours: Hours): string[] {
  const { notes } = strings;
  const busy = busiest(sums.hours);
  const slow = longest(sums.hours);
  const most = mostWaitedLessThan(sums.waitSteps);
  const when = ({ weekday, hour }: { weekday: number; hour: number }) => {
    const at = weekdayAt(hours.operatingHours, weekday, hour);
    return hourOfWeekWords(at, hour, days > WEEK);
  };
  const said = [
    most === null ? null : notes.most(waitWords(most)),
    busy === null ? null : notes.busiest(when(busy)),
    slow === null ? null : notes.longest(when(slow), waitWords(slow.minutes)),
  ].filter((note) => note !== null);
  return [
    ...(said.length === 0 ? [] : [said.join(" ")]),
    ...(sums.wholeDays === 0 ? [] : [notes.wholeDays(sums.wholeDays)]),
  ];
}

/** Nothing under four weeks, where a weekday is only a few days. */
export function ByWeekday({ sums, days, hours }: Props) {
  if (days.length < WEEKDAYS_FROM) return null;
  const weekdays = byWeekday(sums).map((one) => ({
    ...one,
    mean: one.days === 0 ? 0 : Math.round((10 * one.served) / one.days) / 10,
  }));
  return (
    <BarCard
      title={strings.byWeekday}
      spots={weekdays.map(({ weekday, mean }) => ({
        label: shortName(aDayOf(weekday)),
        count: mean,
        isClosed:
          mean === 0 &&
          hours.operatingHours[String(weekday) as keyof OperatingHours] ===
            null,
      }))}
      columns={[columns.weekday, columns.perDay, ...COUNTED]}
      rows={weekdays.map((one) => ({
        key: String(one.weekday),
        cells: [
          weekdayName(one.weekday),
          countWords(one.mean),
          ...counted(one),
        ],
      }))}
    />
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
            ofWords(one.quotesRight, one.quotes),
          ],
        }))}
      />
    </Card>
  );
}

/** "Mon". */
function shortName(day: string): string {
  return weekdayOf(day, "short");
}

function aDayOf(weekday: number): string {
  // 2023 began on a Sunday.
  return `2023-01-0${weekday + 1}`;
}

function nameOf(
  { queueId }: { queueId: string },
  names: Names,
  open: ReadonlySet<string>,
): string {
  const name = names.get(queueId) ?? strings.figures.none;
  return open.has(queueId) ? name : strings.deleted(name);
}
