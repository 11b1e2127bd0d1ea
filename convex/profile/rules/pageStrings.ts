/** The English sentences in a page's head before any script runs. */

export const pageStrings = {
  site: "Yourturn",
  titled: (title: string) => `${title} · Yourturn`,
  join: {
    title: (business: string) => `Join the queue · ${business}`,
    description:
      "See how long the wait is and take your place from your phone. No app, no account.",
  },
  home: {
    title: "Yourturn · The easiest way to organise walk-ins and bookings",
    description:
      "The easiest way to organise walk-ins and bookings. Customers scan a code, see their place on their own phone, and come when it rings.",
  },
  bookDemo: {
    title: "Book a Demo",
    description:
      "See how walk-ins and bookings run with Yourturn. Tell us about your business and we will be in touch.",
  },
  login: {
    title: "Log In to Your Account",
    description: "Log in to your queues and call the next customer.",
  },
  signup: {
    title: "Join Yourturn",
    description:
      "Name your queues, show the code, and customers see their place on their own phone.",
  },
  privacy: {
    title: "Privacy",
    description:
      "Who runs this server, what it keeps about customers, shops and visitors, why, and for how long.",
  },
  terms: {
    title: "Terms",
    description: "The terms between a shop and the operator of this server.",
  },
} as const;
