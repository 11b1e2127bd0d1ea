/** The wizard after sign-up. */
import { number } from "./language/intl";
import { strings } from "./language/language";

export const setup = strings("setup", {
  shown: "Shown to customers",
  title: "Finish Setting Up Your Business",
  short: "Setup",
  meaning: "Three short steps, and customers can join.",
  steps: {
    progress: (step: number, of: number) =>
      `Step ${number(step)} of ${number(of)}`,
    titles: ["Your shop", "When you are open", "A queue to start with"],
    next: "Next",
    back: "Back",
  },
  processing: "Processing your signup",
  toLogin: "Go to Login",
  name: "Business name",
  phone: "Phone number",
  description: "Description",
  slot: "Appointment slot duration",
  inMinutes: "In minutes",
  finish: "Finish Setup and Go to Dashboard",
  finishAndTry: "Open my queue and try it",
  timezone: (city: string) =>
    `Times are in ${city} time. You can change it in your profile.`,
  change: "Change",
  days: (first: string, last: string) =>
    first === last ? first : `${first} to ${last}`,
  openOn: (days: string, hours: string) => `${days}, ${hours}`,
  firstQueue: "Your first queue",
  /** The default name. */
  suggestedQueue: "Walk-ins",
  firstQueueMeaning:
    "Customers join it from their phones. You can add more later, or leave this empty to start without one.",
  /** The last step: the owner joins their own queue. */
  try: {
    title: "Try it on your phone",
    meaning:
      "Your queue is open. Scan the code and join, just as your customers will.",
    /** On a phone, which cannot scan itself. */
    meaningOnPhone:
      "Your queue is open. Open its page and join, just as your customers will.",
    openPage: "Open the join page",
    waiting: "Waiting for someone to join…",
    joined: (ticket: string, name: string | null) =>
      name === null
        ? `It works: ${ticket} is in your queue.`
        : `It works: ${name} is ${ticket} in your queue.`,
    next: "Call this person from your dashboard and watch the phone.",
    remove: "Remove this test",
    removed: "The test is gone and doesn't count. Your queue starts at #1.",
    notRemoved: "The test could not be removed. Please try again.",
    toDashboard: "Go to Dashboard",
  },
  hours: "Operating hours",
  copy: (day: string) => `Copy ${day} to all open days`,
  copied: "Copied.",
  closedAllDay: "Closed all day",
  /** Between the opening and the closing time. */
  to: "to",
  opens: (day: string) => `${day}, opens`,
  closes: (day: string) => `${day}, closes`,
  untilNextDay: (end: string) => `until ${end} the next day`,
  untilMidnight: "until midnight",
  closedOn: (day: string) => `${day}, closed`,
  closed: "Closed",
  allDaysClosed:
    "Every day is closed. Customers will see that you're closed, and nobody can book a time.",
  accountReady: "Your account is ready!",
  complete: "Your account setup is complete!",
  slow: "Setup is taking longer than expected. Please check your details or log in again shortly.",
  profileMissing: "Please ensure your business profile is saved correctly.",
  unexpected: "An unexpected state was reached. Please try logging in again.",
  accountNotCreated: "Failed to create your account. Please try again.",
});
