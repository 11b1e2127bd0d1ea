/** The owner's Google calendar. Some sentences come from the specification. */
import { strings } from "./language/language";

export const calendar = strings("calendar", {
  title: "Google Calendar",
  loading: "Loading calendar...",
  intro: "Connect to your Google Calendar",
  about:
    "Bookings are added to your calendar, and nobody can book while you are busy there.",
  off: "Google Calendar is not set up on this server.",
  connect: "Connect Google Calendar",
  connectAgain: "Connect again",
  connecting: "Connecting...",
  connected: "Google Calendar connected successfully!",
  connectFailed: "Failed to connect Google Calendar",
  connectFailedHere: "Failed to connect. Please try again.",
  /** Before the address. */
  connectedAs: "Connected as:",
  since: (day: string) => `Since ${day}.`,
  busyAsOf: (time: string) => `Busy times as of ${time}.`,
  busyComing: "Busy times are being read.",
  expired:
    "Google no longer lets us into this calendar. Bookings are not added to it until you connect again.",
  unreachable:
    "Google cannot be reached right now. Bookings will be added to your calendar as soon as it is back.",
  refused:
    "Google did not take a booking. It is missing from your calendar; your other bookings are there.",
  disconnect: "Disconnect Calendar",
  disconnectTitle: "Disconnect Google Calendar?",
  disconnectQuestion:
    "New bookings are no longer added, and your busy times can be booked. What is in your calendar stays there.",
  disconnecting: "Disconnecting...",
  disconnected: "Google Calendar disconnected",
  disconnectFailed: "Failed to disconnect Google Calendar",
  disconnectFailedHere: "Failed to disconnect. Please try again.",
});
