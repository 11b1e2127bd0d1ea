/** The calendar link (the feed): the secret address of a shop's bookings, for any calendar. */
import { strings } from "./language/language";

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
