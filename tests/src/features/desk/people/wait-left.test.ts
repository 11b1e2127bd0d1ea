/** 'Wait left' of the waiting list agrees with the phones: opening hours, and the 'running late' notice. */
import { expect, test, vi } from "vitest";
import * as opening from "../../../../../convex/business/rules/opening.ts";
import { defaultHours } from "../../../../../convex/business/rules/hours.ts";
import type { WaitFacts } from "../../../../../convex/queue/rules/waitEstimate.ts";
import {
  waitLeftIn,
  type Shop,
  type WaitLeft,
} from "../../../../../src/features/desk/people/wait-left.ts";
import { waitFactsOf } from "../../../../../src/lib/time/wait-facts.ts";
import { evenPace, line } from "../../../samples.ts";

vi.mock("../../../../../convex/business/rules/opening.ts", { spy: true });
const at = (text: string) => Date.parse(`${text}:00Z`);
const MONDAY = at("2026-11-23T11:42");
const shop: Shop = {
  operatingHours: defaultHours,
  specialDays: [],
  timezone: "Europe/London",
  notice: null,
};
const facts: WaitFacts = waitFactsOf(line([], { pace: evenPace(10) }));
const people = (joinedAt: number) =>
  Array.from({ length: 3 }, () => ({ joinedAt, scheduledTime: null }));
const waitsLeft = (
  line: ReturnType<typeof people>,
  ...of: Parameters<typeof waitLeftIn>
) => line.map(waitLeftIn(...of));
const columns = (waits: readonly WaitLeft[]) =>
  waits.map(({ column }) => column);
const turns = (now: number, of: Partial<Shop> = {}, joinedAt = now) =>
  columns(waitsLeft(people(joinedAt), facts, { ...shop, ...of }, now));

test("while the shop is open, the next customer reads 'any moment', the others ranges", () => {
  const [next, second, third] = turns(MONDAY);
  expect(next).toBe("any moment");
  expect([second, third]).toEqual([
    expect.stringMatching(/^(up to )?\d+.* min$/),
    expect.stringMatching(/min$/),
  ]);
});

test("while no chair is on duty, it is said once, in the shop's word, and nobody gets minutes", () => {
  const none = { ...facts, chairs: 0 };
  const at = waitsLeft(people(MONDAY), none, shop, MONDAY, "room");
  expect(columns(at)).toEqual(["no room open", "", ""]);
});

test("before opening no customer gets minutes, not even the first", () => {
  expect(turns(at("2026-11-23T07:00"))).toEqual(Array(3).fill("after 09:00"));
  expect(turns(at("2026-11-27T20:00"))).toEqual(
    Array(3).fill("after Monday, 09:00"),
  );
  // A weekday's name could mean today.
  const holidays = Array.from({ length: 7 }, (_, i) => ({
    ...{ day: `2026-11-${String(23 + i)}`, hours: null },
  }));
  expect(turns(MONDAY, { specialDays: holidays })).toEqual(
    Array(3).fill("after 30 November, 09:00"),
  );
});

test("customers who came before closing are called after it while calls continue", () => {
  const evening = at("2026-11-23T17:20");
  const working = { ...facts, lastCallAt: evening - 60_000 };
  const list = (joinedAt: number) =>
    waitsLeft(people(joinedAt), working, shop, evening)[0]?.column;
  expect(list(at("2026-11-23T16:50"))).toBe("any moment");
  expect(list(at("2026-11-23T17:10"))).toBe("after Tuesday, 09:00");
});

test("the desk adds the shop's announced delay, also for the next customer", () => {
  const notice = { minutes: 15, since: MONDAY, until: MONDAY + 3_600_000 };
  const inTime = turns(MONDAY);
  const late = turns(MONDAY, { notice });
  expect(late[0]).toBe("up to 15 min");
  expect(late[1]).not.toBe(inTime[1]);
  const over = { ...notice, until: MONDAY - 1 };
  expect(turns(MONDAY, { notice: over })).toEqual(inTime);
});

test("the shop's calendar is read once per minute of joining, not per customer and call", () => {
  const evening = at("2026-11-23T17:20");
  const working = { ...facts, lastCallAt: evening - 60_000 };
  const late = { ...shop };
  const asked = vi.mocked(opening.openingFrom).mockClear();
  const crowd = Array.from({ length: 100 }, (_, index) => ({
    joinedAt: at(index < 50 ? "2026-11-23T16:50" : "2026-11-23T17:10"),
    scheduledTime: null,
  }));
  const look = () => columns(waitsLeft(crowd, working, late, evening));
  const first = look();
  expect(first[0]).toBe("any moment");
  expect(first[99]).toBe("after Tuesday, 09:00");
  // One of these is for the shop itself at this minute.
  expect(asked).toHaveBeenCalledTimes(3);
  expect(look()).toEqual(first);
  expect(asked).toHaveBeenCalledTimes(3);
});

test("a pause shows no times", () => {
  const pause = { since: MONDAY, until: null };
  const waits = waitsLeft(people(MONDAY), { ...facts, pause }, shop, MONDAY);
  expect(columns(waits)).toEqual(Array(3).fill(""));
  expect(waits.map(({ minutes }) => minutes)).toEqual(Array(3).fill(null));
});

test("under a name the wait reads shorter, and its likeliest minutes grow along the line", () => {
  const four = [...people(MONDAY), ...people(MONDAY)];
  const waits = waitsLeft(four, facts, shop, MONDAY);
  const last = waits.at(-1);
  expect(last?.column).toMatch(/^\d+–\u2060\d+ min$/);
  expect(last?.line).toBe(last?.column.replace(" min", " left"));
  const minutes = waits.map((one) => one.minutes ?? NaN);
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
  expect(minutes[0]).toBe(0);
});
