/** Strings for all kinds of readers: shared parts, errors, waiting. */
import { strings } from "./language/language";
import type { CommonRefusal } from "../../convex/base/rules/refusals";
import { inTime, number, TO } from "./language/intl";
import { examplePhone } from "./language/page-clock";
import type { RefusalTexts } from "./refusals/refusal-text";

export const everyone = strings("everyone", {
  /** The button of a password field, and its name. */
  password: {
    show: "Show",
    hide: "Hide",
    showThis: "Show password",
    hideThis: "Hide password",
  },
  product: "Yourturn",
  /** The mark as a link to the front page. */
  home: "Yourturn, home",
  /** Of the window: page and product. */
  titled: (title: string) => `${title} · Yourturn`,
  loading: "Loading...",
  processing: "Processing...",
  /** Of a question that may now be closed although its answer is not there. */
  stillSending: "You can close this; it may still be done.",
  privacy: "Privacy",
  terms: "Terms",
  cancel: "Cancel",
  undo: "Undo",
  close: "Close",
  tryAgain: "Try Again",
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
  skipLink: "Skip to content",
  partFailed: "Component failed to load.",
  partOffline: "You're offline. This will load when you're back online.",
  /** Of a page that goes on by itself. */
  continues: "We'll continue when you're back online.",
  offline: "You can continue when you're back online.",
  slow: "This is taking too long. The service may be busy, or your connection may be slow.",
  live: "Live",
  connecting: "Connecting...",
  reconnecting: (asOf: string) => `Offline · as of ${asOf}`,
  /** Added to the previous sentence after a while. */
  checkConnection: ". Check your connection.",
  somethingWrong: {
    title: "Something went wrong",
    text: "Nothing is lost: tickets and queues are safe on the server. Refreshing usually helps.",
    reference: (reference: string) =>
      `Reference ${reference}. Give it to support if this keeps happening.`,
  },
  notLoaded: {
    title: "Page not loaded",
    heading: "This page could not be loaded",
    text: "You seem to be offline. The page will load when you're back online.",
    trying: "Trying...",
    tryAgain: "Try again",
    still: "Still no connection.",
  },
  refusals: {
    notTakingCustomers: "This business isn't taking new customers right now.",
    phoneInvalid: () =>
      `Please enter the phone number with its country code, such as ${examplePhone()}.`,
    invalidEmail: "Valid email address is required",
    notFound: "This no longer exists.",
    invalidInput: "Something in this request is not valid.",
    queueFull: ({ limit }) =>
      `This queue is currently full. Maximum ${number(limit)} active customers allowed.`,
    tooManyRequests: ({ retryAfterMs }) =>
      `Too many attempts. Please try again ${inTime(retryAfterMs) ?? "in a few minutes"}.`,
  } satisfies RefusalTexts<CommonRefusal>,
  /** A refusal that only a newer server knows. */
  unknownRefusal: "That didn't work. Please reload the page.",
  /** Without a reason. */
  failed: "That didn't work. Please try again.",
  /** A failed query of the session. */
  session: {
    notChecked: (reason: string) => `Subscription check error: ${reason}`,
    /** Instead of a reason. */
    noAnswer: "The server didn't answer.",
  },
});
