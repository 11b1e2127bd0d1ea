import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  busyByDay,
  isBusy,
  merged,
  utcDay,
} from "../../../../convex/calendar/rules/busy.ts";
import {
  eventIdOf,
  eventTime,
  retryAfter,
  summaryOf,
} from "../../../../convex/calendar/rules/events.ts";
import {
  challengeOf,
  pathBack,
  readBack,
} from "../../../../convex/calendar/rules/googleFlow.ts";
import { DAY, MINUTE } from "../../fake-clock.ts";

test("[K4] stored busy times: are complete for every possible slot, in few pieces a day", () => {
  const blocks = fc.array(
    fc.record({
      start: fc.integer({ min: -DAY, max: 4 * DAY }),
      length: fc.integer({ min: 1, max: 2 * DAY }),
    }),
    { maxLength: 60 },
  );
  const slot = fc.record({
    start: fc
      .integer({ min: 0, max: (3 * DAY) / MINUTE })
      .map((m) => m * MINUTE),
    length: fc.integer({ min: 1, max: 96 }).map((n) => n * 5 * MINUTE),
  });
  fc.assert(
    fc.property(blocks, slot, (given, { start, length }) => {
      const spans = given.map((one) => ({
        start: one.start,
        end: one.start + one.length,
      }));
      const days = busyByDay(spans, { start: 0, end: 4 * DAY });
      const span = { start, end: Math.min(start + length, 4 * DAY) };
      const read = [...days]
        .filter(
          ([day]) => day >= utcDay(span.start) && day <= utcDay(span.end - 1),
        )
        .flatMap(([, pieces]) => pieces);
      expect(isBusy(read, span)).toBe(isBusy(spans, span));
      for (const [day, pieces] of days) {
        expect(pieces.length).toBeLessThanOrEqual(DAY / (5 * MINUTE) + 1);
        for (const piece of pieces) {
          expect(utcDay(piece.start)).toBe(day);
          expect(utcDay(piece.end - 1)).toBe(day);
        }
      }
    }),
  );
});

test("[K4] stored busy times: are merged if they touch, overlap or leave no room for a slot; empty ones are dropped", () => {
  const of = (...pairs: [number, number][]) =>
    pairs.map(([start, end]) => ({
      start: start * MINUTE,
      end: end * MINUTE,
    }));
  expect(merged(of([30, 60], [0, 10], [5, 20], [24, 25], [70, 70]))).toEqual(
    of([0, 25], [30, 60]),
  );
});

describe("[K3] a booking's event", () => {
  test("has an id in Google's letters, one per booking and another one in each edition", async () => {
    const id = await eventIdOf("j57abc", 0);
    expect(id).toMatch(/^[a-v0-9]{5,1024}$/);
    expect(await eventIdOf("j57abc", 0)).toBe(id);
    expect(await eventIdOf("j57abc", 1)).not.toBe(id);
    expect(await eventIdOf("j57abd", 0)).not.toBe(id);
  });

  const slot = { start: 1, end: 2 };
  test.each([
    ["waiting", slot, slot],
    ["called", slot, slot],
    ["serving", slot, slot],
    ["waiting", undefined, null],
    ["cancelled", undefined, null],
    ["completed", undefined, "asItIs"],
    ["skipped", undefined, "asItIs"],
    ["expired", undefined, "asItIs"],
  ] as const)(
    "of a %s ticket with the slot %o shows %o",
    (status, has, expected) => {
      const state = has === undefined ? { status } : { status, slot: has };
      expect(eventTime(state)).toEqual(expected);
    },
  );

  test("shows number, name and queue, and no word of any language", () => {
    const haircut = { letter: null, name: "Haircut" };
    const person = { number: 7, name: "Zoë" };
    expect(summaryOf(person, haircut)).toBe("#7 Zoë · Haircut");
    expect(summaryOf({ ...person, name: null }, haircut)).toBe("#7 · Haircut");
    expect(summaryOf(person, { ...haircut, letter: "H" })).toBe(
      "H7 Zoë · Haircut",
    );
  });

  test("is retried after half a minute, then after twice as long each time, up to an hour", () => {
    const waits = [1, 2, 3, 8, 50].map((n) => retryAfter(n) / 1000);
    expect(waits).toEqual([30, 60, 120, 3_600, 3_600]);
  });
});

test("[K2] the return from Google: carries any code unchanged, and nothing that is not a code", () => {
  const state = "s".repeat(32);
  for (const code of ["4/0Adeu5B", "a&b=c#d?e%20+", "~".repeat(1_024)]) {
    const path = pathBack(new URLSearchParams({ state, code }));
    expect(readBack(new URL(path, "https://x.example").hash)).toEqual({
      is: "code",
      state,
      code,
    });
  }
  for (const fragment of ["", "#", "#queue", "#state=a&code=b"])
    expect(readBack(fragment)).toBeNull();
  expect(readBack("#google-calendar&state=short&code=x")).toEqual({
    is: "failed",
  });
});

test("[K2] the return from Google: uses the challenge of RFC 7636's own example", async () => {
  expect(await challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});
