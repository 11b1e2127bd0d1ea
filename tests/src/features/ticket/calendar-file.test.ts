/** The calendar file against RFC 5545: a property a line, CRLF, escaped texts, lines of 75 bytes at most, times in UTC. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  calendarFile,
  type Appointment,
} from "../../../../src/features/ticket/calendar-file.ts";

const APPOINTMENT: Appointment = {
  uid: "walk-ins-1-152@yourturn.example",
  sequence: 61,
  title: "Appointment at Fade & Fortune",
  description: "Ticket #152, Walk-ins.",
  url: "https://yourturn.example/join?b=shop",
  startsAt: Date.parse("2026-11-25T10:30:00Z"),
  endsAt: Date.parse("2026-11-25T11:00:00Z"),
  madeAt: Date.parse("2026-11-23T11:42:00.500Z"),
};
/** As a calendar reads it: unfolded lines. */
const read = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

test("is one event at its time in UTC", () => {
  expect(read(calendarFile(APPOINTMENT))).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Yourturn//Appointment//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:walk-ins-1-152@yourturn.example",
    "SEQUENCE:61",
    "DTSTAMP:20261123T114200Z",
    "DTSTART:20261125T103000Z",
    "DTEND:20261125T110000Z",
    "SUMMARY:Appointment at Fade & Fortune",
    "DESCRIPTION:Ticket #152\\, Walk-ins.",
    "URL:https://yourturn.example/join?b=shop",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("a name cannot write properties of its own", () => {
  const title = "Cut; shave, \\ and\r\nATTENDEE:mailto:x@example.com\u0000";
  const lines = read(calendarFile({ ...APPOINTMENT, title }));
  expect(lines).toHaveLength(16);
  expect(lines[10]).toBe(
    "SUMMARY:Cut\\; shave\\, \\\\ and\\nATTENDEE:mailto:x@example.com",
  );
});

test("whatever a name holds, no line has more than 75 bytes and no character is cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (title) => {
      const text = calendarFile({ ...APPOINTMENT, title: `A${title}` });
      for (const line of text.split("\r\n")) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toContain("\ufffd");
      }
      expect(read(text)).toHaveLength(16);
    }),
  );
});
