/** Times of appointments in words, by the business's calendar. */
import { expect, test } from "vitest";
import { bookingTime } from "../../../../src/features/appointments/booking-time.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const LATE = Date.parse("2026-11-21T23:30:00Z");

test("today is the business's day", () => {
  expect(bookingTime(LATE, NOON, "Europe/London")).toBe("Today, 23:30");
  expect(bookingTime(LATE, NOON, "Europe/Berlin")).toBe("Tomorrow, 00:30");
  expect(bookingTime(LATE, NOON, "Pacific/Kiritimati")).toBe("Today, 13:30");
});

test("later days are shown with weekday and date", () => {
  const tuesday = Date.parse("2026-11-24T09:30:00Z");
  expect(bookingTime(tuesday, NOON, "Europe/London")).toBe("Tue 24 Nov, 09:30");
});

test("calendar days count, not hours: 26 hours later is the day after tomorrow", () => {
  const evening = Date.parse("2026-10-24T22:30:00Z");
  const dayAfter = Date.parse("2026-10-26T00:30:00Z");
  expect(bookingTime(dayAfter, evening, "Europe/London")).toBe(
    "Mon 26 Oct, 00:30",
  );
});
