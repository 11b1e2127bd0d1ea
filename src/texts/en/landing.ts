/** The front page, and the page for addresses that lead nowhere. */

export const landing = {
  title: "Yourturn · The easiest way to organise walk-ins and bookings",
  mainNavigation: "Main",
  menu: "Main menu",
  openMenu: "Open menu",
  closeMenu: "Close menu",
  footerNavigation: "Footer",
  homeLink: "Home",
  logIn: "Log in",
  getStarted: "Get Started",
  scrollToTop: "Scroll to top",
  /** The headline in three parts; the middle one is never broken. */
  headline: ["The Easiest Way to Organise", "Walk-ins", "and Bookings"],
  promise:
    "Customers scan a code, see their place on their own phone, and come when it rings. You press one button.",
  viewPricing: "View Pricing",
  seeHow: "See How It Works",
  trusted: "Trusted by over 100 businesses.",
  noApp: "No app for your customers.",
  picture: {
    label:
      "The shop presses Call Next: one phone turns green and says You've Been Called, another shows position 4 in the line",
    shop: "Fade & Fortune",
    callNext: "Call Next",
    next: "#44 Theodora",
    called: ["You've Been", "Called!"],
    queue: "Walk-in cuts",
    joined: "You're in the queue!",
    position: "Your position",
    wait: "about 25–40 min",
  },
  howItWorks: "How It Works",
  tiles: {
    setUp: {
      title: "Set up in minutes",
      text: "Create an account, name your queues, show the code. No hardware.",
    },
    code: {
      title: "A QR code for your door",
      text: "One code or link for all your queues and services.",
    },
    scan: {
      title: "Customers join by scanning",
      text: "No app, no account. A name is optional.",
    },
    alerts: {
      title: "Automated alerts",
      text: "Phones ring and vibrate when it is their turn.",
    },
    figures: {
      title: "Real-time figures",
      text: "How many wait, how long, and your busiest hour, live.",
    },
    waits: {
      title: "Honest waiting times",
      text: "Everyone sees their place and a range, never a false minute.",
    },
    queues: {
      title: "Several queues at once",
      text: "One for each service or chair. Open and close them as you like.",
    },
    undo: {
      title: "Nothing goes wrong for long",
      text: "Called the wrong person? Undo, and everyone is back in place.",
    },
  },
  contact: "Contact",
  answered: "We answer email within 24 hours.",
  call: "Schedule a Call",
  email: "Email Us",
  newsletter: {
    label: "News, a few times a year",
    example: "you@shop.example",
    subscribe: "Subscribe",
    subscribed: "Thank you, your address is on the list.",
    leave: "Write to us whenever you want to be taken off the list.",
  },
  pricing: {
    title: "Pricing",
    about: "Prices in US dollars per month, tax not included.",
    popular: "Popular",
    byAgreement: "Custom",
    processing: "Processing",
    choose: (plan: string) => `Get ${plan}`,
    contactSales: "Contact Sales",
  },
  notFound: {
    title: "Page not found",
    heading: "This page has lost its place",
    text: "The address may be mistyped, or the page has moved. If you scanned a code, ask at the counter for a new one.",
    goHome: "Go Home",
  },
} as const;
