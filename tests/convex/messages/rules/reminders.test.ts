/** product.md AL6. */
import { expect, test } from "vitest";
import {
  firstReminder,
  remindAt,
  remindersAhead,
  wordsAt,
} from "../../../../convex/messages/rules/reminders.ts";
import { HOUR } from "../../fake-clock.ts";

const LONDON = "Europe/London";
const NEW_YORK = "America/New_York";
const LORD_HOWE = "Australia/Lord_Howe";

test.each([
  ["an ordinary day", "2026-11-20T10:00Z", "2026-11-19T10:00Z", LONDON],
  ["after spring's change", "2026-03-29T09:00Z", "2026-03-28T10:00Z", LONDON],
  ["after autumn's", "2026-10-25T10:00Z", "2026-10-24T09:00Z", LONDON],
  ["early after spring's", "2026-03-09T04:15Z", "2026-03-08T05:15Z", NEW_YORK],
  ["late after autumn's", "2026-11-02T04:15Z", "2026-11-01T03:15Z", NEW_YORK],
  ["by half an hour", "2026-10-03T23:00Z", "2026-10-02T23:30Z", LORD_HOWE],
  ["at a reading left out", "2026-03-09T06:30Z", "2026-03-08T06:30Z", NEW_YORK],
])("AL6 is due at the same time of day: %s", (_name, starts, due, timezone) => {
  const startsAt = Date.parse(starts);
  const at = remindAt("bookingTomorrow", startsAt, timezone);
  expect(new Date(at).toISOString().slice(0, 16)).toBe(due.slice(0, 16));
  expect(remindersAhead.bookingTomorrow).toContain(startsAt - at);
});

test("the wording fits the day on which it is read", () => {
  const startsAt = Date.parse("2026-11-20T00:30Z");
  const said = (ahead: number) => wordsAt(startsAt, LONDON, startsAt - ahead);
  expect(said(24 * HOUR)).toBe("bookingTomorrow");
  // One hour before the booking it is still the day before there.
  expect(said(HOUR)).toBe("bookingTomorrow");
  expect(said(HOUR / 4)).toBe("bookingSoon");
});

test("the first reminder comes at least an hour after booking", () => {
  const startsAt = Date.parse("2026-11-20T10:00Z");
  const first = (ahead: number) =>
    firstReminder(startsAt, LONDON, startsAt - ahead * HOUR);
  expect(first(25)).toBe("bookingTomorrow");
  expect(first(24.9)).toBe("bookingSoon");
  expect(first(2)).toBe("bookingSoon");
  expect(first(1.9)).toBeNull();
});
