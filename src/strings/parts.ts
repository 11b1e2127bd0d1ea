/** Strings of shared parts that the join page lacks: passwords, windows, the connection's state, what failed to load. */
import { strings } from "./language/language";

export const parts = strings("parts", {
  /** The button of a password field, and its name. */
  password: {
    show: "Show",
    hide: "Hide",
    showThis: "Show password",
    hideThis: "Hide password",
  },
  /** The mark as a link to the front page. */
  home: "Yourturn, home",
  /** Of a question that may now be closed although its answer is not there. */
  stillSending: "You can close this; it may still be done.",
  cancel: "Cancel",
  tryAgain: "Try Again",
  /** A refusal that only a newer server knows. */
  unknownRefusal: "That didn't work. Please reload the page.",
  /** Without a reason. */
  failed: "That didn't work. Please try again.",
  undo: "Undo",
  close: "Close",
  skipLink: "Skip to content",
  partFailed: "Component failed to load.",
  partOffline: "You're offline. This will load when you're back online.",
  /** Of a page that goes on by itself. */
  continues: "We'll continue when you're back online.",
  offline: "You can continue when you're back online.",
  live: "Live",
  connecting: "Connecting...",
  reconnecting: (asOf: string) => `Offline · as of ${asOf}`,
  /** Added to the previous sentence after a while. */
  checkConnection: ". Check your connection.",
  notLoaded: {
    title: "Page not loaded",
    heading: "This page could not be loaded",
    text: "You seem to be offline. The page will load when you're back online.",
    trying: "Trying...",
    tryAgain: "Try again",
  },
  /** A failed query of the session. */
  session: {
    notChecked: (reason: string) => `Subscription check error: ${reason}`,
    /** Instead of a reason. */
    noAnswer: "The server didn't answer.",
  },
});
