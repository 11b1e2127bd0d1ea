/** The calendar file against RFC 5545: one property per line, CRLF, escaped text, lines of 75 bytes at most, times in UTC. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  calendarFile,
  calendarOf,
  type Appointment,
} from "../../../../convex/calendar/rules/file.ts";

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
/** Unfolds the lines, as a calendar does. */
const read = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

test("the file is one event at its time in UTC", () => {
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

test("a name cannot add properties", () => {
  const title = "Cut; shave, \\ and\r\nATTENDEE:mailto:x@example.com\u0000";
  const lines = read(calendarFile({ ...APPOINTMENT, title }));
  expect(lines).toHaveLength(16);
  expect(lines[10]).toBe(
    "SUMMARY:Cut\\; shave\\, \\\\ and\\nATTENDEE:mailto:x@example.com",
  );
});

test("no line has more than 75 bytes and no character is cut, whatever the name holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (title) => {
      const text = calendarFile({ ...APPOINTMENT, title: `A${title}` });
      for (const line of text.split("\r\n")) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
      }
      expect(read(text)).toHaveLength(16);
    }),
  );
});

test("an appointment between two addresses names both, and says when it is cancelled", () => {
  const organizer = {
    name: 'Fade "and"\r\nFortune; Ltd',
    address: "hello@shop.example",
  };
  const attendee = "ann@example.com";
  const between = (name: "REQUEST" | "CANCEL") =>
    read(calendarFile(APPOINTMENT, { name, organizer, attendee }));
  expect(between("REQUEST")).toEqual(
    expect.arrayContaining([
      "METHOD:REQUEST",
      'ORGANIZER;CN="Fade  and   Fortune; Ltd":mailto:hello@shop.example',
      "ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ann@example.com",
      "STATUS:CONFIRMED",
    ]),
  );
  const off = between("CANCEL");
  expect(off).toContain("METHOD:CANCEL");
  expect(off).toContain("STATUS:CANCELLED");
  expect(off).toContain(`UID:${APPOINTMENT.uid}`);
});

test("a calendar to subscribe to holds all its appointments and its own name", () => {
  const shop = { name: "Shop, 1", timezone: "Europe/Berlin" };
  const about = { ...shop, hours: 1, now: 0 };
  const lines = read(calendarOf(about, [APPOINTMENT, APPOINTMENT]));
  expect(lines).toContain("X-WR-CALNAME:Shop\\, 1");
  expect(lines).toContain("X-WR-TIMEZONE:Europe/Berlin");
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(2);
});
