/** A time zone in iCalendar form (RFC 5545 3.6.5), for the span of one file, so that readers need no zone database. */
import type { Span } from "../../base/rules/span";
import { instantOf, offsetAt, wallClock } from "../../base/rules/timezones";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const YEAR_MS = 366 * DAY_MS;
/** Shorter than any time between two changes of a zone. */
const STEP_MS = 7 * DAY_MS;

/** A change of the clock: from `at` on it has `offset`. */
type Change = { at: number; offset: number; before: number };

/** The VTIMEZONE of `timezone` for everything within `span`. */
export function zoneLines(timezone: string, span: Span): string[] {
  const from = floorTo(span.start, DAY_MS) - DAY_MS;
  const all = changesIn(timezone, { start: from - YEAR_MS, end: span.end });
  const later = all.filter(({ at }) => at > from);
  // One of each kind, at least.
  const earlier = all.slice(0, all.length - later.length);
  const changes = [...earlier.slice(later.length > 0 ? -1 : -2), ...later];
  const offset = offsetAt(from, timezone);
  if (earlier.length === 0)
    changes.unshift({ at: from, offset, before: offset });
  const standard = Math.min(...changes.map((change) => change.offset));
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timezone}`,
    ...changes.flatMap((change) => {
      const kind = change.offset > standard ? "DAYLIGHT" : "STANDARD";
      return [
        `BEGIN:${kind}`,
        `DTSTART:${local(change.at, change.before)}`,
        `TZOFFSETFROM:${signed(change.before)}`,
        `TZOFFSETTO:${signed(change.offset)}`,
        ...yearly(timezone, change),
        `END:${kind}`,
      ];
    }),
    "END:VTIMEZONE",
  ];
}

function changesIn(timezone: string, { start, end }: Span): Change[] {
  const changes: Change[] = [];
  let before = offsetAt(start, timezone);
  for (let from = start; from < end; from += STEP_MS) {
    const offset = offsetAt(from + STEP_MS, timezone);
    if (offset === before) continue;
    const at = changeIn(from, offset, timezone);
    if (at < end) changes.push({ at, offset, before });
    before = offset;
  }
  return changes;
}

/** Older programs know only changes that come each year. None for a change without such a rule. */
function yearly(timezone: string, { at, offset, before }: Change): string[] {
  const date = new Date(at + before);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const day = date.getUTCDate();
  const daysOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const nth = day + 7 > daysOfMonth ? -1 : Math.ceil(day / 7);
  const weekday = date.getUTCDay();
  const reading = dayOfRule(year + 1, month, weekday, nth) + (+date % DAY_MS);
  const next = reading - before;
  const comesAgain =
    before !== offset &&
    offsetAt(next - MINUTE_MS, timezone) === before &&
    offsetAt(next, timezone) === offset;
  const name = "SU MO TU WE TH FR SA".split(" ")[weekday];
  return comesAgain
    ? [`RRULE:FREQ=YEARLY;BYMONTH=${month + 1};BYDAY=${nth}${name}`]
    : [];
}

/** The nth such weekday of a month, -1 for the last, as midnight in UTC. */
function dayOfRule(year: number, month: number, weekday: number, nth: number) {
  const first = new Date(Date.UTC(year, nth < 0 ? month + 1 : month, 1));
  const ahead = (weekday - first.getUTCDay() + 7) % 7;
  const weeks = nth < 0 ? -1 : nth - 1;
  return first.getTime() + (ahead + weeks * 7) * DAY_MS;
}

/** Such as ";TZID=Europe/London:20261120T150000"; null if the clock shows this time for the second time. */
export function zonedTime(at: number, timezone: string): string | null {
  const { day, hour, minute } = wallClock(at, timezone);
  return instantOf(day, hour * 60 + minute, timezone) === at
    ? `;TZID=${timezone}:${local(at, offsetAt(at, timezone))}`
    : null;
}

/** The minute of these days from which the clock has this offset. */
function changeIn(from: number, offset: number, timezone: string): number {
  let [before, after] = [from, from + STEP_MS];
  while (after - before > MINUTE_MS) {
    const middle = floorTo((before + after) / 2, MINUTE_MS);
    if (offsetAt(middle, timezone) === offset) after = middle;
    else before = middle;
  }
  return after;
}

/** "20261120T150000" on a clock with this offset. */
function local(at: number, offset: number): string {
  return new Date(at + offset).toISOString().replace(/[-:]|\.\d+Z/g, "");
}

/** "+0530". */
function signed(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE_MS;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(minutes / 60)}${two(minutes % 60)}`;
}

function floorTo(at: number, step: number): number {
  return Math.floor(at / step) * step;
}
