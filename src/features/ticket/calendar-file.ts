/**
 * An appointment as a file for the customer's own calendar (RFC 5545): one
 * event, times in UTC. Its UID stays the same when the booking moves, so that
 * adding it again changes the entry. No secret in it: calendars are shared.
 */

const MAX_LINE_BYTES = 75;
const encoder = new TextEncoder();

export type Appointment = {
  /** Unique for the booking, and not secret. */
  uid: string;
  /** Rises with each making, so that calendars take the newest. */
  sequence: number;
  title: string;
  description: string;
  url: string;
  /** Epoch ms. */
  startsAt: number;
  endsAt: number;
  madeAt: number;
};

/** The text of the .ics file. */
export function calendarFile(appointment: Appointment): string {
  const { uid, sequence, title, description, url } = appointment;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Yourturn//Appointment//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${text(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(appointment.madeAt)}`,
    `DTSTART:${utc(appointment.startsAt)}`,
    `DTEND:${utc(appointment.endsAt)}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(description)}`,
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** "20261125T103000Z". */
function utc(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** What a business or a queue is called may hold anything. */
function text(value: string): string {
  return (
    value
      .replace(/[\\;,]/g, "\\$&")
      .replace(/\r\n|\r|\n/g, "\\n")
      // Control characters end up in no calendar.
      .replace(/\p{Cc}/gu, "")
  );
}

/** Lines longer than 75 bytes go on after a line break and a space; no character is cut in two. */
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
