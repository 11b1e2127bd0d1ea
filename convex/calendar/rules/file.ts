/**
 * Appointments as an iCalendar file (RFC 5545, RFC 5546). The UID stays when a booking moves, so adding it again
 * updates the entry. Calendars are shared, so it contains no secret.
 */
import { zonedTime, zoneLines } from "./zone";

/** With `?ticket=`: the file of a booking (convex/http.ts). */
export const APPOINTMENT_PATH = "/api/appointment";

const MAX_LINE_BYTES = 75;
const encoder = new TextEncoder();

export type Appointment = {
  /** Unique for the booking, and not secret. */
  uid: string;
  /** Rises with each change, so that calendars keep the newest version. */
  sequence: number;
  title: string;
  description: string;
  url: string;
  /** Epoch ms. */
  startsAt: number;
  endsAt: number;
  madeAt: number;
};

/** PUBLISH is for adding it; REQUEST and CANCEL go from a shop's address to a customer's. */
export type Method =
  | { name: "PUBLISH" }
  | { name: "REQUEST" | "CANCEL"; organizer: Mailbox; attendee: string };

type Mailbox = { name: string; address: string };

/** The UID of a booking, the same in every file. @param host the site's host */
export function appointmentUid(
  booking: { queueId: string; generation: number; number: number },
  host: string,
): string {
  const { queueId, generation, number } = booking;
  return `${queueId}-${generation}-${number}@${host}`;
}

/** Seconds since the booking was made, so it rises with each new file. */
export function appointmentSequence(joinedAt: number, madeAt: number): number {
  return Math.max(0, Math.floor((madeAt - joinedAt) / 1000));
}

export function calendarFile(
  appointment: Appointment,
  method: Method = { name: "PUBLISH" },
): string {
  return fileOf([
    `METHOD:${method.name}`,
    ...eventLines(appointment, null, methodLines(method)),
  ]);
}

/** The text of a calendar feed. @param hours how long before programs ask again */
export function calendarOf(
  {
    name,
    timezone,
    hours,
    now,
  }: { name: string; timezone: string; hours: number; now: number },
  appointments: readonly Appointment[],
): string {
  const times = appointments.flatMap(({ startsAt, endsAt }) => [
    startsAt,
    endsAt,
  ]);
  // A calendar has at least one component (RFC 5545 3.6): an empty one has its zone.
  if (times.length === 0) times.push(now);
  return fileOf([
    "METHOD:PUBLISH",
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    `X-WR-TIMEZONE:${timezone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${hours}H`,
    `X-PUBLISHED-TTL:PT${hours}H`,
    ...zoneLines(timezone, {
      start: Math.min(...times),
      end: Math.max(...times),
    }),
    ...appointments.flatMap((one) => eventLines(one, timezone, [])),
  ]);
}

function fileOf(lines: readonly string[]): string {
  const all = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Yourturn//Appointment//EN",
    ...lines,
    "END:VCALENDAR",
  ];
  return all.map((line) => `${folded(line)}\r\n`).join("");
}

/** @param timezone of the times; null for UTC */
function eventLines(
  appointment: Appointment,
  timezone: string | null,
  more: readonly string[],
): string[] {
  const { uid, sequence, title, description, url } = appointment;
  const [start, end] = timesOf(appointment, timezone);
  return [
    "BEGIN:VEVENT",
    `UID:${text(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(appointment.madeAt)}`,
    `DTSTART${start}`,
    `DTEND${end}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(description)}`,
    ...(url === "" ? [] : [`URL:${url}`]),
    ...more,
    "END:VEVENT",
  ];
}

/** Both in UTC if the clock shows one of them for the second time. */
function timesOf(
  { startsAt, endsAt }: Appointment,
  timezone: string | null,
): [string, string] {
  const start = timezone && zonedTime(startsAt, timezone);
  const end = timezone && zonedTime(endsAt, timezone);
  return start && end ? [start, end] : [`:${utc(startsAt)}`, `:${utc(endsAt)}`];
}

/** No reply is requested, because the customer has booked. */
function methodLines(method: Method): string[] {
  if (method.name === "PUBLISH") return [];
  const { organizer, attendee } = method;
  return [
    `ORGANIZER;CN=${parameter(organizer.name)}:mailto:${organizer.address}`,
    `ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee}`,
    `STATUS:${method.name === "CANCEL" ? "CANCELLED" : "CONFIRMED"}`,
  ];
}

/** Such as "20261125T103000Z". */
function utc(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** Escapes names of businesses and queues, which may contain anything. */
function text(value: string): string {
  return (
    value
      .replace(/[\\;,]/g, "\\$&")
      .replace(/\r\n|\r|\n/g, "\\n")
      // Control characters have no use in a calendar.
      .replace(/\p{Cc}/gu, "")
  );
}

/** A parameter's value cannot be escaped, only quoted (RFC 5545 3.2). */
function parameter(value: string): string {
  return `"${value.replace(/\p{Cc}|"/gu, " ").trim()}"`;
}

/** Lines longer than 75 bytes continue after a line break and a space. No character is split. */
function folded(line: string): string {
  let result = "";
  let bytes = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (bytes + length > MAX_LINE_BYTES) {
      result += "\r\n ";
      bytes = 1;
    }
    result += character;
    bytes += length;
  }
  return result;
}
