/** A calendar's time zone, read as a program reads it that knows no zones: every time in the file is the intended instant. */
import { describe, expect, test } from "vitest";
import { calendarOf } from "../../../../convex/calendar/rules/file.ts";
import { DAY } from "../../fake-clock.ts";

type Observance = { since: number; from: number; to: number };

const asUtc = (local: string) =>
  Date.parse(
    local.replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/,
      "$1-$2-$3T$4:$5:$6Z",
    ),
  );
const msOf = (offset: string) => {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(offset) ?? [];
  const size = Number(hours) * 3_600_000 + Number(minutes) * 60_000;
  return sign === "-" ? -size : size;
};

/** The file's own table of the zone: each start and the offset from then on. */
function tableOf(file: string): Observance[] {
  const parts = file.matchAll(
    /BEGIN:(?:STANDARD|DAYLIGHT)\r\nDTSTART:(\S+)\r\nTZOFFSETFROM:(\S+)\r\nTZOFFSETTO:(\S+)\r\n(?:RRULE:\S+\r\n)?END/g,
  );
  return [...parts].map(([, start = "", from = "", to = ""]) => ({
    since: asUtc(start) - msOf(from),
    from: msOf(from),
    to: msOf(to),
  }));
}

/** The instant of a local time. Of a time that comes twice, the first (RFC 5545 3.3.5). */
function instantOf(local: string, table: readonly Observance[]): number {
  const reads = asUtc(local);
  const found = table
    .map(({ to }) => reads - to)
    .filter(
      (at) => table.findLast(({ since }) => since <= at)?.to === reads - at,
    );
  return Math.min(...found);
}

const HALF_HOUR = 30 * 60_000;

describe.each([
  ["Europe/London", "2026-10-20", ["+0100", "+0000"]],
  ["Europe/London", "2026-03-20", ["+0000", "+0100"]],
  ["America/New_York", "2026-10-28", ["-0400", "-0500"]],
  ["Australia/Lord_Howe", "2026-03-31", ["+1100", "+1030"]],
  ["Asia/Kathmandu", "2026-11-01", ["+0545"]],
  ["UTC", "2026-11-01", ["+0000"]],
])("in %s from %s on", (timezone, from, offsets) => {
  const first = Date.parse(`${from}T06:10:00Z`);
  const starts = Array.from(
    { length: 15 * 48 },
    (_, i) => first + i * HALF_HOUR,
  );
  const file = calendarOf(
    { name: "Shop", timezone, hours: 1, now: 0 },
    starts.map((startsAt, index) => ({
      ...{ uid: `${index}@x`, sequence: 0, title: "T", description: "" },
      ...{ url: "", startsAt, endsAt: startsAt + HALF_HOUR, madeAt: 0 },
    })),
  );
  const table = tableOf(file);

  test("the file's clock changes when the zone's does", () => {
    const shown = [...file.matchAll(/TZOFFSETTO:(\S+)/g)].map(([, one]) => one);
    expect(shown).toEqual(offsets);
    expect(table[0]?.since).toBeLessThan(first - DAY / 2);
  });

  test("every time is the intended instant", () => {
    const times = [...file.matchAll(/DT(?:START|END)(?:;TZID=([^:]+))?:(\w+)/g)]
      // The zone's own times come first and name no zone.
      .slice(table.length);
    const read = times.map(([, zone, text = ""]) =>
      zone === undefined
        ? asUtc(text.replace("Z", ""))
        : instantOf(text, table),
    );
    const meant = starts.flatMap((at) => [at, at + HALF_HOUR]);
    expect(read).toEqual(meant);
    expect(new Set(times.map(([, zone]) => zone ?? "UTC"))).toContain(timezone);
  });
});

test.each([
  ["Europe/London", ["3;BYDAY=-1SU", "10;BYDAY=-1SU"]],
  ["America/New_York", ["3;BYDAY=2SU", "11;BYDAY=1SU"]],
  ["Australia/Lord_Howe", ["4;BYDAY=1SU", "10;BYDAY=1SU"]],
  ["Asia/Kathmandu", []],
  // Changes around Ramadan follow no such rule.
  ["Africa/Casablanca", []],
])(
  "the changes of %s have their yearly rule, for older programs",
  (timezone, rules) => {
    const at = Date.parse("2026-10-20T12:00:00Z");
    const file = calendarOf({ name: "Shop", timezone, hours: 1, now: 0 }, [
      {
        ...{ uid: "1@x", sequence: 0, title: "T", description: "", url: "" },
        ...{ startsAt: at, endsAt: at + 40 * DAY, madeAt: 0 },
      },
    ]);
    const found = [...file.matchAll(/RRULE:FREQ=YEARLY;BYMONTH=(\S+)/g)];
    expect(found.map(([, rule]) => rule).sort()).toEqual([...rules].sort());
  },
);

test("a calendar without bookings is a valid file: it has its zone", () => {
  const now = Date.parse("2026-11-25T12:00:00Z");
  const empty = { name: "Shop", timezone: "Europe/London", hours: 1, now };
  expect(calendarOf(empty, [])).toMatch(
    /BEGIN:VTIMEZONE[^]*END:VTIMEZONE\r\nEND:VCALENDAR\r\n$/,
  );
});
