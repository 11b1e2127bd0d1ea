import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isBookable,
  LEAD_MS,
  mostAtOnce,
  slotAt,
  slotsOfDay,
  slotTimes,
} from "../../../../convex/booking/rules/slots.ts";
import { HORIZON_MS } from "../../../../convex/calendar/rules/busy.ts";
import type { Span } from "../../../../convex/base/rules/span.ts";
import {
  instantOf,
  isDay,
  minutesOf,
  wallClock,
} from "../../../../convex/base/rules/timezones.ts";
import { MINUTE } from "../../fake-clock.ts";

const LONDON = "Europe/London";
const NEW_YORK = "America/New_York";
const LORD_HOWE = "Australia/Lord_Howe";
const clockOf = (at: number, timezone: string) => {
  const { day, hour, minute } = wallClock(at, timezone);
  const two = (n: number) => String(n).padStart(2, "0");
  return { day, time: `${two(hour)}:${two(minute)}` };
};
const times = (
  day: string,
  timezone: string,
  hours: string,
  slotMinutes: number,
) => {
  const [start = "", end = ""] = hours.split("-");
  const all = slotTimes({ day, timezone, hours: { start, end }, slotMinutes });
  return all.map((at) => clockOf(at, timezone).time).join(" ");
};

describe("bookable times are steps of the slot's length on the business's clock", () => {
  test.each([
    ["an ordinary day", "2026-11-20", LONDON, "09:00-11:00", 30],
    ["a quarter hour off", "2026-11-20", "Asia/Kathmandu", "09:00-11:00", 30],
    ["half an hour off", "2026-11-20", LORD_HOWE, "09:00-11:00", 30],
    [
      "the far end of the calendar",
      "2026-11-20",
      "Pacific/Kiritimati",
      "09:00-11:00",
      30,
    ],
  ])("%s", (_, day, timezone, hours, slotMinutes) => {
    expect(times(day, timezone, hours, slotMinutes)).toBe(
      "09:00 09:30 10:00 10:30",
    );
  });

  test("a slot ends at or before closing", () => {
    expect(
      times("2026-11-20", "UTC", "09:00-17:00", 45).split(" ").at(-1),
    ).toBe("15:45");
    expect(times("2026-11-20", "UTC", "09:00-10:00", 60)).toBe("09:00");
    expect(times("2026-11-20", "UTC", "09:00-10:00", 65)).toBe("");
  });

  test.each([
    // The clocks go forward: 02:00 is 03:00.
    ["2026-03-08", NEW_YORK, "01:00-04:00", 30, "01:00 01:30 03:00 03:30"],
    // They go back: 01:00 to 02:00 comes twice and is offered once.
    [
      "2026-11-01",
      NEW_YORK,
      "01:00-04:00",
      30,
      "01:00 01:30 02:00 02:30 03:00 03:30",
    ],
    ["2026-03-29", LONDON, "00:00-03:00", 30, "00:00 00:30 02:00 02:30"],
    [
      "2026-10-25",
      LONDON,
      "00:00-03:00",
      30,
      "00:00 00:30 01:00 01:30 02:00 02:30",
    ],
    // By half an hour.
    [
      "2026-10-04",
      LORD_HOWE,
      "01:00-04:00",
      30,
      "01:00 01:30 02:30 03:00 03:30",
    ],
    ["2026-04-05", LORD_HOWE, "01:00-03:00", 30, "01:00 01:30 02:00 02:30"],
    // Opening within the skipped hour, and closing within it.
    ["2026-03-08", NEW_YORK, "02:30-04:00", 30, "03:00 03:30"],
    ["2026-03-08", NEW_YORK, "01:00-02:30", 30, "01:00 01:30"],
    // At 01:30 an hour lasts until 03:30, which is after closing.
    ["2026-03-08", NEW_YORK, "00:30-03:00", 60, "00:30"],
    // The clock goes forward at midnight: the day begins at 01:00.
    ["2026-04-24", "Africa/Cairo", "00:00-02:00", 30, "01:00 01:30"],
    // Until midnight the last slot is offered, also where 23:59 was written for it.
    ["2026-11-20", "UTC", "22:30-24:00", 30, "22:30 23:00 23:30"],
    ["2026-11-20", "UTC", "22:30-23:59", 30, "22:30 23:00 23:30"],
    ["2026-11-20", "UTC", "22:30-23:58", 30, "22:30 23:00"],
    // Past midnight, by the clock of both days.
    [
      "2026-11-20",
      "Asia/Kathmandu",
      "22:30-01:30",
      45,
      "22:30 23:15 00:00 00:45",
    ],
    [
      "2026-10-31",
      NEW_YORK,
      "23:30-02:30",
      30,
      "23:30 00:00 00:30 01:00 01:30 02:00",
    ],
    ["2026-03-07", NEW_YORK, "23:30-04:00", 60, "23:30 00:30 01:30"],
    // A day that the calendar skipped.
    ["2011-12-30", "Pacific/Apia", "09:00-17:00", 30, ""],
  ])(
    "on %s in %s, %s every %i: %s",
    (day, timezone, hours, minutes, expected) => {
      expect(times(day, timezone, hours, minutes)).toBe(expected);
    },
  );

  test("a closed day has none, and neither has an invalid slot length", () => {
    const day = { day: "2026-11-20", timezone: "UTC", slotMinutes: 30 };
    const hours = { start: "09:00", end: "17:00" };
    expect(slotTimes({ ...day, hours: null })).toEqual([]);
    for (const slotMinutes of [0, -30, Number.NaN]) {
      expect(slotTimes({ ...day, hours, slotMinutes })).toEqual([]);
    }
  });

  test("in any zone on any day they are on the grid, ascending, unique and within the hours", () => {
    const zones = [
      NEW_YORK,
      LONDON,
      LORD_HOWE,
      "Asia/Kathmandu",
      "America/Santiago",
      "Africa/Cairo",
      "Pacific/Chatham",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 730 }),
        fc.integer({ min: 0, max: 1_430 }),
        fc.integer({ min: 5, max: 1_439 }),
        fc.integer({ min: 1, max: 96 }).map((n) => n * 5),
        (timezone, ahead, from, span, slotMinutes) => {
          const day = new Date(Date.UTC(2026, 0, 1 + ahead))
            .toISOString()
            .slice(0, 10);
          // 23:59 stands for midnight.
          const end = Math.min(1_438, from + span);
          const text = (n: number) =>
            `${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`;
          const hours = { start: text(from), end: text(end) };
          const all = slotTimes({ day, hours, slotMinutes, timezone });
          const steps = Math.floor((end - from) / slotMinutes);
          expect(all.length).toBeLessThanOrEqual(steps);
          expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
          const read = all.map((at) => clockOf(at, timezone));
          expect(new Set(read.map(({ time }) => time)).size).toBe(all.length);
          for (const [i, at] of all.entries()) {
            const clock = read[i] ?? { day: "", time: "" };
            expect(clock.day).toBe(day);
            expect((minutesOf(clock.time) - from) % slotMinutes).toBe(0);
            const last = clockOf(
              slotAt(at, slotMinutes).end - MINUTE,
              timezone,
            );
            expect(last.day).toBe(day);
            expect(last.time < hours.end).toBe(true);
          }
        },
      ),
    );
  });
});

test("[K4] no slot is free while the owner is busy elsewhere, however many chairs there are", () => {
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00Z`);
  const slots = slotsOfDay({
    day: "2026-11-20",
    hours: { start: "09:00", end: "11:00" },
    slotMinutes: 30,
    timezone: "UTC",
    taken: [],
    busy: [{ start: at("09:45"), end: at("10:30") }],
    capacity: 20,
  });
  expect(slots.map(({ isFree }) => isFree)).toEqual([true, false, false, true]);
});

describe("a slot is free while fewer bookings than chairs are in it at once", () => {
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00Z`);
  const span = (text: string): Span => {
    const [start = "", end = ""] = text.split("-");
    return { start: at(start), end: at(end) };
  };
  const free = (taken: string[], capacity: number, slotMinutes = 30) =>
    slotsOfDay({
      day: "2026-11-20",
      hours: { start: "09:00", end: "11:00" },
      slotMinutes,
      timezone: "UTC",
      taken: taken.map(span),
      busy: [],
      capacity,
    })
      .filter(({ isFree }) => isFree)
      .map(({ startsAt }) => clockOf(startsAt, "UTC").time)
      .join(" ");

  test.each([
    ["nothing booked", [], 1, 30, "09:00 09:30 10:00 10:30"],
    ["one chair", ["09:30-10:00"], 1, 30, "09:00 10:00 10:30"],
    // Touching slots do not overlap.
    [
      "bookings on both sides",
      ["08:30-09:00", "11:00-11:30"],
      1,
      30,
      "09:00 09:30 10:00 10:30",
    ],
    // The slots were 30 minutes long and are now 20.
    ["a shorter slot since", ["09:30-10:00"], 1, 20, "09:00 10:00 10:20 10:40"],
    ["a longer slot since", ["09:30-09:50"], 1, 60, "10:00"],
    [
      "one that began before opening",
      ["08:50-09:10"],
      1,
      30,
      "09:30 10:00 10:30",
    ],
    [
      "two chairs, one booked",
      ["09:30-10:00"],
      2,
      30,
      "09:00 09:30 10:00 10:30",
    ],
    [
      "two chairs, both booked",
      ["09:30-10:00", "09:30-10:00"],
      2,
      30,
      "09:00 10:00 10:30",
    ],
    // One after the other in the same chair.
    [
      "two chairs, two short ones in turn",
      ["09:00-09:30", "09:30-10:00"],
      2,
      60,
      "09:00 10:00",
    ],
    // Chairs went off duty. Existing bookings stay.
    [
      "more booked than chairs",
      ["09:30-10:00", "09:30-10:00"],
      1,
      30,
      "09:00 10:00 10:30",
    ],
  ])("%s", (_, taken, capacity, slotMinutes, expected) => {
    expect(free(taken, capacity, slotMinutes)).toBe(expected);
  });

  test("when only free slots are booked, no moment holds more bookings than chairs", () => {
    const lengths = fc.constantFrom(5, 20, 30, 45, 60);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 200 }), lengths), { maxLength: 40 }),
        fc.integer({ min: 1, max: 3 }),
        (tries, capacity) => {
          const taken: Span[] = [];
          for (const [pick, slotMinutes] of tries) {
            const slots = slotsOfDay({
              day: "2026-11-20",
              hours: { start: "09:00", end: "13:00" },
              slotMinutes,
              timezone: "UTC",
              taken,
              busy: [],
              capacity,
            }).filter(({ isFree }) => isFree);
            const slot = slots[pick % Math.max(1, slots.length)];
            if (slot !== undefined)
              taken.push(slotAt(slot.startsAt, slotMinutes));
          }
          for (let now = at("09:00"); now < at("13:00"); now += 5 * MINUTE) {
            const busy = taken.filter(
              (one) => one.start <= now && now < one.end,
            );
            expect(busy.length).toBeLessThanOrEqual(capacity);
          }
          expect(
            mostAtOnce(taken, { start: at("09:00"), end: at("13:00") }),
          ).toBeLessThanOrEqual(capacity);
        },
      ),
    );
  });
});

test("a slot is bookable from 15 minutes to sixty days ahead", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  expect(isBookable(now + LEAD_MS, now)).toBe(true);
  expect(isBookable(now + LEAD_MS - 1, now)).toBe(false);
  expect(isBookable(now + HORIZON_MS, now)).toBe(true);
  expect(isBookable(now + HORIZON_MS + 1, now)).toBe(false);
  expect(isBookable(Number.NaN, now)).toBe(false);
  expect([LEAD_MS, HORIZON_MS]).toEqual([900_000, 5_184_000_000]);
});

test("only real calendar days are days", () => {
  for (const day of ["2026-02-28", "2028-02-29", "2026-12-31"]) {
    expect(isDay(day)).toBe(true);
  }
  const none = ["2026-02-29", "2026-13-01", "2026-1-1", "0000-00-00", "", "x"];
  for (const day of [...none, "1999-12-31", "20260101", "2026-11-20T00"]) {
    expect(isDay(day)).toBe(false);
  }
});

test("an instant follows the wall clock of its own day", () => {
  expect(instantOf("2026-11-20", 9 * 60, "Asia/Kathmandu")).toBe(
    Date.parse("2026-11-20T03:15:00Z"),
  );
  // A booking made in January for July: the wall clock counts, not today's offset.
  expect(instantOf("2026-07-01", 9 * 60, "Europe/London")).toBe(
    Date.parse("2026-07-01T08:00:00Z"),
  );
});
