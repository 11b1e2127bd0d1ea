/** What every kind of reader may meet: parts that all screens share, accidents, waiting. */
export const everyone = {
  product: "Yourturn",
  /** Of the window: what is shown, and whose it is. */
  titled: (title: string) => `${title} · Yourturn`,
  loading: "Loading...",
  processing: "Processing...",
  cancel: "Cancel",
  close: "Close",
  tryAgain: "Try Again",
  refreshPage: "Refresh Page",
  goHome: "Go to Home",
  times: {
    minutes: (minutes: string) => `${minutes} min`,
    minuteRange: (low: string, high: string) => `${low}–${high} min`,
    hours: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
    /** After a clock time that is not the reader's. */
    zone: (city: string) => `(${city} time)`,
  },
  optional: "(optional)",
  /** Before an error text, for who cannot see its colour. */
  errorMark: "Error:",
  skipLink: "Skip to content",
  partFailed: "Component failed to load.",
  offline: "We will continue when you are back online.",
  slow: "This is taking too long. The service may be busy, or your connection may be slow.",
  live: "Live",
  connecting: "Connecting...",
  /** Since when nothing new has come, as a clock time. */
  reconnecting: (asOf: string) => `Reconnecting · as of ${asOf}`,
  /** Ends the sentence before, when it has lasted. */
  checkConnection: ". Check your connection.",
  somethingWrong: {
    title: "Something went wrong",
    text: "Nothing is lost: tickets and queues are kept on the server. Refreshing usually helps.",
    reference: (reference: string) =>
      `Reference ${reference}. Tell it to support if this keeps happening.`,
  },
  notLoaded: {
    title: "Not loaded",
    heading: "This page could not be loaded",
    text: "There seems to be no connection. The page comes by itself when you are back online.",
    trying: "Trying...",
    tryAgain: "Try again",
    still: "Still no connection.",
  },
} as const;
