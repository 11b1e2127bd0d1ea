/** What the customers of a business read: the join page, and what comes before the ticket (ticket.ts). Sentences of the specification are its own. */
import type {
  CommonRefusal,
  CustomerRefusal,
} from "../../../convex/model/refusals";
import { counting, inTime } from "../intl";
import type { RefusalTexts } from "../refusal-text";

const counted = counting("en");

const selectQueue = "Please select a queue to join.";

export const customers = {
  /** Why the server did not do it. */
  refusals: {
    queueClosed: selectQueue,
    unknownQueue: selectQueue,
    tooManyJoins: ({ retryAfterMs }) =>
      `Too many people are joining right now. Please try again ${inTime(retryAfterMs) ?? "in a minute"}.`,
    tooManyHeld:
      "Too many people are in this queue from your connection. Please use another one, such as your mobile data, or ask at the counter.",
    closedNow:
      "This business is closed right now. Please join during opening hours.",
    slotTaken: "Sorry, this time slot was just booked. Please select another.",
    slotNotBookable: "Please select an available time slot.",
    notScheduled:
      "Your time has come: you are in the line now. To come another day, leave and book again.",
    alreadyEnded: "This ticket has already ended.",
    notCalledNow: "This ticket is not being called right now.",
    notAsked: "This question has been answered already.",
    feedbackClosed: "Feedback for this visit is closed.",
  } satisfies RefusalTexts<Exclude<CustomerRefusal, CommonRefusal>>,

  join: {
    selectQueue,
    noActiveQueues: "No active queues available for this business.",
    businessNotLoaded:
      "Could not load business information. Please try again later.",
    title: "Join the queue",
    /** Of the window. */
    titleAt: (business: string) => `Join the queue · ${business}`,
    demo: (hours: string) => `Demo · ${hours}`,
    openUntil: (time: string) => `Open until ${time}`,
    closed: "Closed now",
    /** Joining while closed is allowed; people are told. */
    closedJoin: "Closed now. You can still join.",
    opensToday: (time: string) =>
      `Closed now, opens today ${time}. You can still join.`,
    opensTomorrow: (time: string) =>
      `Closed now, opens tomorrow ${time}. You can still join.`,
    opensOn: (weekday: string, time: string) =>
      `Closed now, opens ${weekday} ${time}. You can still join.`,
    askForCode: "If you scanned a code, ask at the counter for a new one.",
    retry: "Retry",
    later:
      "As soon as it does, you can join here. If you already have a ticket, it stays good.",
    loadingQueues: "Loading queues...",
    queue: "Select Queue",
    choose: "Choose a queue",
    /** One line of the list. */
    choice: (name: string, waiting: string, full: boolean) =>
      `${name} (${waiting} waiting${full ? ", full" : ""})`,
    /** Under a queue's number. */
    waiting: "waiting",
    full: "full right now",
    noWait: "no wait",
    name: "Your Name",
    namePlaceholder: "So we can call you by name",
    join: "Join Queue Now",
    noConnection:
      "No connection right now. You can join as soon as it is back.",
    anotherTitle: "Another ticket?",
    another:
      "You have just taken a ticket for this queue on this phone. Take another one only for another person.",
    takeAnother: "Take another",
    status: "Current Queue Status",
    /** Beside the number. */
    peopleWaiting: (count: number) =>
      counted(count, { one: "person waiting", other: "people waiting" }),
    noWaitNow: "There is no wait right now",
    calledIn: (wait: string) => `You would be called in ${wait}`,
    failed: (reason: string) => `An error occurred: ${reason}`,
    tryAgain: "Please try again.",
  },

  /** How long it may take. Never "0 min": that would be a promise. */
  wait: {
    now: "any moment now",
    upTo: (minutes: string) => `up to ${minutes}`,
    about: (minutes: string) => `about ${minutes}`,
  },

  yourTurnTitle: "Your turn!",
  yourTurnBody: "You have been called to the counter.",
  callShop: "Call the shop",
} as const;
