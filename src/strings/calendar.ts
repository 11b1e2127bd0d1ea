/** The owner's Google calendar. Some sentences come from the specification. */
import { strings } from "./language/language";

export const calendar = strings("calendar", {
  title: "Google Calendar",
  loading: "Loading calendar...",
  intro: "Connect to your Google Calendar",
  about:
    "Bookings are added to your calendar, and nobody can book while you're busy there.",
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
  busyComing: "Reading your busy times...",
  expired:
    "Google no longer lets us into this calendar. Bookings won't be added until you connect again.",
  unreachable:
    "Google cannot be reached right now. Bookings will be added to your calendar as soon as it is back.",
  refused:
    "Google rejected a booking. It's missing from your calendar; your other bookings are there.",
  disconnect: "Disconnect Calendar",
  disconnectTitle: "Disconnect Google Calendar?",
  disconnectQuestion:
    "New bookings won't be added, and people can book your busy times. Entries already in your calendar stay.",
  disconnecting: "Disconnecting...",
  disconnected: "Google Calendar disconnected",
  disconnectFailed: "Failed to disconnect Google Calendar",
  disconnectFailedHere: "Failed to disconnect. Please try again.",
});

/** The calendar link (the feed): the secret address of a shop's bookings, for any calendar. */
export const feed = strings("feed", {
  title: "Calendar link",
  about:
    "Subscribe to your bookings in Apple Calendar, Outlook, Google Calendar or any other calendar. The link covers the last 30 and the next 60 days, with numbers and names.",
  loading: "Loading calendar link...",
  none: "No link yet.",
  madeAt: (time: string) => `Link created on ${time}.`,
  /** After a reload. */
  hidden:
    "It was only shown when it was made. If you've lost it, make a new one.",
  show: "Show link",
  showing: "Creating...",
  renew: "Make a new link",
  renewTitle: "Make a new link?",
  renewQuestion:
    "The old link stops working: calendars that use it lose the bookings until they have the new one.",
  stop: "Stop sharing",
  stopTitle: "Stop sharing bookings?",
  stopQuestion:
    "The link stops working, and calendars that use it lose the bookings.",
  field: "Calendar link",
  keep: "Anyone with this link can read your bookings. It's only shown once, so copy it into your calendar.",
  copy: "Copy link",
  copied: "Calendar link copied to clipboard!",
  copyByHand: "Copying didn't work. Select the link and copy it yourself.",
  stopped: "The link no longer works.",
  failed: "That didn't work. Please try again.",
});
