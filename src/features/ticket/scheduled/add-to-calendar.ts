/** Gives the customer's phone its appointment as a calendar file. */
import {
  APPOINTMENT_PATH,
  appointmentSequence,
  appointmentUid,
  calendarFile,
} from "../../../../convex/calendar/rules/file";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { leaveFor } from "../../../lib/address/leave-for";
import { saveText } from "../../../lib/save-file";
import { serverNow } from "../../../lib/server/server-clock";
import { ticket as strings } from "../../../strings/ticket";
import type { Booking, Profile } from "../types";

/** It lasts as long as its slot. Its link leads to this device's ticket. */
export function appointmentFile(
  ticket: Booking,
  startsAt: number,
  profile: Profile,
): string {
  const { letter, number, queueName, joinedAt, bookedUntil } = ticket;
  const { origin, host, pathname, search } = window.location;
  const now = serverNow();
  return calendarFile({
    uid: appointmentUid(ticket, host),
    sequence: appointmentSequence(joinedAt, now),
    title: strings.scheduled.event(profile.name),
    description: strings.scheduled.eventAbout(
      ticketName(letter, number),
      queueName,
    ),
    url: `${origin}${pathname}${search}`,
    startsAt,
    endsAt: bookedUntil ?? startsAt + profile.slotMinutes * 60_000,
    madeAt: now,
  });
}

/**
 * Chrome and Edge on iPhones have Safari open a calendar file by its address, and cannot open one that the page has made
 * (Chromium's safari_download_tab_helper.mm).
 */
const BY_ADDRESS = /CriOS|EdgiOS/;

export function addToCalendar(
  ticket: Booking,
  startsAt: number,
  profile: Profile,
): void {
  if (BY_ADDRESS.test(navigator.userAgent)) {
    const { origin } = window.location;
    leaveFor(`${origin}${APPOINTMENT_PATH}?ticket=${ticket.ticketId}`);
    return;
  }
  const file = appointmentFile(ticket, startsAt, profile);
  saveText(file, "appointment.ics", "text/calendar;charset=utf-8");
}
