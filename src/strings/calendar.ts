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

/** The calendar link (the feed): the secret address of a shop's bookings, for any calendar. */
export const feed = strings("feed", {
  title: "Calendar link",
  about:
    "Subscribe to your bookings in Apple Calendar, Outlook, Google Calendar or any other. The link holds the last 30 and the next 60 days, with numbers and names.",
  loading: "Loading calendar link...",
  none: "No link yet.",
  madeAt: (time: string) => `Link made on ${time}.`,
  /** After a reload. */
  hidden: "It was shown when it was made. Make a new one if you have lost it.",
  show: "Show link",
  showing: "Making...",
  renew: "Make a new link",
  renewTitle: "Make a new link?",
  renewQuestion:
    "The old link stops working: calendars that use it lose the bookings until they have the new one.",
  stop: "Stop",
  stopTitle: "Stop sharing bookings?",
  stopQuestion:
    "The link stops working, and calendars that use it lose the bookings.",
  field: "Calendar link",
  keep: "Anyone with this link can read your bookings. It is shown only now: copy it into your calendar.",
  copy: "Copy link",
  copied: "Calendar link copied to clipboard!",
  copyByHand: "It could not be copied. Select it and copy it by hand.",
  stopped: "The link no longer works.",
  failed: "That did not work. Please try again.",
});
