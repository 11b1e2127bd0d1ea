/** The front page, and the page for unknown addresses. */
import { strings } from "./language/language";

export const landing = strings("landing", {
  title: "Yourturn · The easiest way to organise walk-ins and bookings",
  mainNavigation: "Main",
  menu: "Main menu",
  footerNavigation: "Footer",
  homeLink: "Home",
  logIn: "Log in",
  getStarted: "Get Started",
  /** For signed-in users. */
  dashboard: "Dashboard",
  demo: "Demo",
  bookDemo: "Book a Demo",
  bookDemoLink: "Book Demo",
  scrollToTop: "Scroll to top",
  /** The headline in three parts, each of which stays together. */
  headline: ["The Easiest Way to", "Organise Walk-ins", "and Bookings"],
  promise:
    "Customers scan a code, see their place on their own phone, and come when it rings. You press one button.",
  viewPricing: "View Pricing",
  seeHow: "See how it works",
  trusted: "Trusted by over 100 businesses.",
  noApp: "No app for your customers.",
  picture: {
    label:
      "The shop presses Call Next: one phone turns green and says You've Been Called, and another shows position 4 in line",
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
      text: "Create an account, name your queues, print the code. No hardware.",
    },
    code: {
      title: "A QR code per queue or service",
      text: "One for the door, one for each queue. Print A4, A6 or a table tent.",
    },
    scan: {
      title: "Customers join by scanning",
      text: "No app, no account. A name is optional.",
    },
    alerts: {
      title: "Automated alerts",
      text: "Phones ring when it's their turn. A text can follow.",
    },
    analytics: {
      title: "Real-time analytics",
      text: "How many are waiting, how long, and your busiest hour, live.",
    },
    feedback: {
      title: "Customer feedback",
      text: "One tap after each visit, seen only by your shop.",
    },
    customisation: {
      title: "Customisation",
      text: "Hours, days off, slots and queues that fit how you work.",
    },
    waits: {
      title: "Wait-time control",
      text: "Honest ranges, no false precision, and one tap to pause.",
    },
  },
  contact: "Contact",
  answered: "We answer e-mails within 24 hours.",
  call: "Schedule a Call",
  email: "Email Us",
  message: "Send us a message",
  aForm: "A short form. We reply by e-mail.",
  newsletter: {
    label: "News, a few times a year",
    example: "you@shop.example",
    subscribe: "Subscribe",
    subscribed: "Thank you. You're on the list.",
    leave: "To leave the list, use the link in our e-mail.",
  },
  pricing: {
    title: "Pricing",
    about: "Prices in US dollars per month, tax not included.",
    popular: "Popular",
    byAgreement: "Custom",
    processing: "Processing",
    failed: "Something went wrong. Please try again.",
    choose: (plan: string) => `Get ${plan}`,
    contactSales: "Contact Sales",
  },
  notFound: {
    title: "Page not found",
    heading: "This page has lost its place",
    text: "The address may be mistyped, or the page may have moved. If you scanned a code, ask at the counter for a new one.",
    goHome: "Go Home",
  },
});
