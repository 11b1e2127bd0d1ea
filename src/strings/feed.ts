/** The feed: the secret address of a shop's bookings, for calendars other than Google's. */
import { strings } from "./language/language";

export const feed = strings("feed", {
  title: "Calendar Address",
  about:
    "Subscribe to your bookings in Apple Calendar, Outlook, Google Calendar or any other. It holds the last 30 and the next 60 days, with numbers and names.",
  loading: "Loading calendar address...",
  none: "No address yet.",
  madeAt: (time: string) => `Address made on ${time}.`,
  /** After a reload. */
  hidden: "It was shown when it was made. Make a new one if you have lost it.",
  show: "Show Address",
  showing: "Making...",
  renew: "Make a New Address",
  renewTitle: "Make a new address?",
  renewQuestion:
    "The old address stops working: calendars that use it lose the bookings until they have the new one.",
  stop: "Stop",
  stopTitle: "Stop sharing bookings?",
  stopQuestion:
    "The address stops working, and calendars that use it lose the bookings.",
  field: "Calendar address",
  keep: "Whoever has this address can read your bookings. It is shown only now: copy it into your calendar.",
  copy: "Copy Address",
  copied: "Calendar address copied to clipboard!",
  copyByHand: "It could not be copied. Select it and copy it by hand.",
  stopped: "The address does not work any more.",
  failed: "That did not work. Please try again.",
});
