/** Strings for all kinds of readers: errors, waiting. The join page has all of them, so the others are in parts.ts. */
import { strings } from "./language/language";
import { TO } from "./language/intl";

export const everyone = strings("everyone", {
  product: "Yourturn",
  /** Of the window: page and product. */
  titled: (title: string) => `${title} · Yourturn`,
  loading: "Loading...",
  processing: "Processing...",
  privacy: "Privacy",
  terms: "Terms",
  refreshPage: "Refresh Page",
  goHome: "Go to Home",
  times: {
    minutes: (minutes: string) => `${minutes} min`,
    minuteRange: (low: string, high: string) => `${low}${TO}${high} min`,
    hours: (hours: string, minutes: string) => `${hours} h ${minutes}`,
    /** Two clock times, or two lengths of time. */
    fromTo: (from: string, to: string) => `${from}${TO}${to}`,
    /** After a clock time in a zone other than the device's. */
    zone: (city: string) => `(${city} time)`,
  },
  optional: "(optional)",
  /** Before an error text, for people who cannot see its colour. */
  errorMark: "Error:",
  stillOffline: "Still no connection.",
  slow: "This is taking too long. The service may be busy, or your connection may be slow.",
  somethingWrong: {
    title: "Something went wrong",
    text: "Nothing is lost: tickets and queues are safe on the server. Refreshing usually helps.",
    reference: (reference: string) =>
      `Reference ${reference}. Give it to support if this keeps happening.`,
  },
  notTakingCustomers: "This business isn't taking new customers right now.",
});
