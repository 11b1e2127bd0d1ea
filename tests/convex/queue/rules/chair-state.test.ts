/** When a named chair goes off duty or back to work. */
import { expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel.js";
import { defaultHours } from "../../../../convex/business/rules/hours.ts";
import { placesOf } from "../../../../convex/queue/rules/chairs.ts";
import {
  endOfDuty,
  stateAfter,
} from "../../../../convex/queue/rules/chairState.ts";
import { callBefore } from "../../../../convex/queue/rules/recentCalls.ts";
import { id } from "../../../src/samples.ts";

/** Monday to Friday from nine to five. */
const hours = {
  ...{ operatingHours: defaultHours, specialDays: [] },
  timezone: "Europe/London",
};
const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);

test.each([
  ["two hours after closing", "20T12:00", "20T19:00"],
  ["the same for who comes four hours before opening", "20T05:00", "20T19:00"],
  ["before opening for who worked in the night", "20T04:59", "20T09:00"],
  ["twelve hours later in the evening", "20T17:30", "21T05:30"],
  ["twelve hours later on a closed day", "21T10:00", "21T22:00"],
])("duty ends %s", (_, now, end) => {
  expect(endOfDuty(hours, at(now))).toBe(at(end));
});

test("duty ends twelve hours later in a shop without hours", () => {
  const never = { "0": null, "1": null, "2": null, "3": null };
  const operatingHours = { ...never, "4": null, "5": null, "6": null };
  const now = at("20T12:00");
  const end = endOfDuty({ ...hours, operatingHours }, now);
  expect(end).toBe(at("21T00:00"));
});

test("duty goes on over a midnight at which the shop stays open", () => {
  const evening = { start: "18:00", end: "24:00" };
  const night = { start: "00:00", end: "04:00" };
  const operatingHours = { ...defaultHours, "5": evening, "6": night };
  const end = endOfDuty({ ...hours, operatingHours }, at("20T20:00"));
  expect(end).toBe(at("21T06:00"));
});

test("duty ends twelve hours later in a shop that never closes", () => {
  const all = { start: "00:00", end: "24:00" };
  const days = { "0": all, "1": all, "2": all, "3": all, "4": all };
  const operatingHours = { ...days, "5": all, "6": all };
  const end = endOfDuty({ ...hours, operatingHours }, at("20T23:00"));
  expect(end).toBe(at("21T11:00"));
});

test("a break is followed by duty, duty by none; the person stays", () => {
  const now = at("20T12:00");
  const since = at("20T11:30");
  const person = { personId: id<Id<"users">>("sam"), since, until: now };
  expect(stateAfter({ ...person, duty: "break" }, hours, now)).toEqual({
    ...{ personId: "sam", duty: "on", since: now, until: at("20T19:00") },
  });
  expect(stateAfter({ ...person, duty: "on" }, hours, now)).toEqual({
    ...{ personId: "sam", duty: "off", since: now, until: null },
  });
});

test.each([
  ["17:20", { duty: "on", until: at("20T19:00") }],
  ["19:00", { duty: "off", until: null }],
])(
  "a break over closing time that ends at %s prolongs no duty",
  (ends, then) => {
    const now = at(`20T${ends}`);
    const since = at("20T16:50");
    const away = { personId: null, duty: "break", since, until: now } as const;
    expect(stateAfter(away, hours, now)).toMatchObject(then);
  },
);

test("a queue has as many chairs as serve it and are on duty, and as many places as are at home in it", () => {
  const chairs = [
    { queueIds: ["a", "b"], duty: "on" },
    { queueIds: ["b"], duty: "break" },
    { queueIds: ["b", "a"], duty: "on" },
  ] as const;
  expect(placesOf(chairs, "a")).toEqual({ chairs: 2, places: 1 });
  expect(placesOf(chairs, "b")).toEqual({ chairs: 2, places: 2 });
  expect(placesOf(chairs, "c")).toBeNull();
});

test("a turn at a chair began with its call before, unless it was off duty since", () => {
  const [a, b] = [id<Id<"chairs">>("a"), id<Id<"chairs">>("b")];
  const calls = [a, b, a].map((chair, index) => ({
    ...{ ticketId: id<Id<"tickets">>(`${index}`), number: index, callCount: 1 },
    ...{ at: index * 10, chair },
  }));
  expect(callBefore(calls, a, 0)).toEqual({ at: 0, back: 2 });
  expect(callBefore(calls, a, 1)).toBeNull();
  expect(callBefore(calls.slice(0, 1), a, 0)).toBeNull();
  expect(callBefore(undefined, a, 0)).toBeNull();
});
