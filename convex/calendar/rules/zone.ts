/** A time zone in iCalendar form (RFC 5545 3.6.5), for the span of one file, so that readers need no zone database. */
import type { Span } from "../../base/rules/span";
import { instantOf, offsetAt, wallClock } from "../../base/rules/timezones";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The VTIMEZONE of `timezone` for everything within `span`. */
export function zoneLines(timezone: string, span: Span): string[] {
  const from = floorTo(span.start, DAY_MS) - DAY_MS;
  const changes = [{ at: from, offset: offsetAt(from, timezone) }];
  for (let day = from; day < span.end; day += DAY_MS) {
    const offset = offsetAt(day + DAY_MS, timezone);
    if (offset === changes.at(-1)?.offset) continue;
    changes.push({ at: changeIn(day, offset, timezone), offset });
  }
  const standard = Math.min(...changes.map(({ offset }) => offset));
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timezone}`,
    ...changes.flatMap(({ at, offset }, index) => {
      const before = changes[index - 1]?.offset ?? offset;
      const kind = offset > standard ? "DAYLIGHT" : "STANDARD";
      return [
        `BEGIN:${kind}`,
        `DTSTART:${local(at, before)}`,
        `TZOFFSETFROM:${signed(before)}`,
        `TZOFFSETTO:${signed(offset)}`,
        `END:${kind}`,
      ];
    }),
    "END:VTIMEZONE",
  ];
}

/** Such as ";TZID=Europe/London:20261120T150000"; null if the clock shows this time for the second time. */
export function zonedTime(at: number, timezone: string): string | null {
  const { day, hour, minute } = wallClock(at, timezone);
  return instantOf(day, hour * 60 + minute, timezone) === at
    ? `;TZID=${timezone}:${local(at, offsetAt(at, timezone))}`
    : null;
}

/** The minute of this day from which the clock has this offset. */
function changeIn(day: number, offset: number, timezone: string): number {
  let [before, after] = [day, day + DAY_MS];
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
