/** What the customers of a business read: the join page and their ticket. Sentences of the specification are its own. */
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
    alreadyEnded: "This ticket has already ended.",
    notCalledNow: "This ticket is not being called right now.",
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

  ticket: {
    yourTurnTitle: "Your turn!",
    yourTurnBody: "You have been called to the counter.",
    removedFromQueue:
      "The business has called or removed you from the queue. Please proceed to the counter or ask for assistance.",
    anonymous: "Anonymous",
    ticket: "Ticket",
    loading: "Loading your ticket...",
    own: "Your tickets",
    joinAgain: "Join Again",
    callShop: "Call the shop",
    failed: "An error occurred: Please try again.",

    waiting: {
      title: "You're in the queue!",
      /** Of the window. */
      titleAt: (position: string, business: string) =>
        `${position} · ${business}`,
      place: "Your place",
      position: "Your position",
      joined: (time: string) => `· joined ${time}`,
      next: "You're next",
      ahead: (people: number) =>
        counted(people, { one: "# person ahead", other: "# people ahead" }),
      /** Goes on after `next` or `ahead`. */
      behind: (people: string) => `, ${people} behind you`,
      /** The picture of the line, in words. */
      strip: (ahead: number, behind: string) =>
        `${counted(ahead, { one: "# person", other: "# people" })} ahead of you, ${behind} behind you`,
      late: "Running a little behind",
      spoken: (position: string, people: string, wait: string) =>
        `Position ${position}. ${people}. ${wait}`,
      keepOpen: "Keep this page open. Your phone rings when it is your turn.",
      keepOpenVibrating:
        "Keep this page open. Your phone rings and vibrates when it is your turn.",
      safe: "Connection lost. Your place is safe on the server.",
      addSomeone: "Add someone else",
      leave: "Leave queue",
      leaveTitle: "Leave queue?",
      leaveMeaning:
        "Your place goes to the next person. You can join again at the end of the line.",
      stay: "Stay",
    },

    called: {
      title: "You've Been Called!",
      come: "Please come to the counter.",
      served: "You are being served now.",
      known: "The shop knows you're on your way.",
      onMyWay: "I'm on my way",
      ringAgain: "Click if you didn't hear notification",
      held: "Your place is held for",
      timeLeft: "Time left to come to the counter",
      oneMinute: "One minute left to come to the counter.",
    },

    ended: {
      titleAt: (title: string, business: string) => `${title} · ${business}`,
      served: "You've Been Served!",
      noWait: (number: number, business: string) =>
        `Ticket #${number} · no wait. Thank you for coming to ${business}.`,
      waited: (number: number, minutes: number, business: string) =>
        `Ticket #${number} · you waited ${counted(minutes, { one: "# minute", other: "# minutes" })}. Thank you for coming to ${business}.`,
      left: "You left the queue",
      leftMeaning: "Your place has gone to the next person.",
      removed: "You're no longer in the queue",
      reason: "Reason",
      called: "Called",
      reasons: {
        noShow: "Not at the counter when called",
        skippedByStaff: "Skipped at the counter",
        removedByStaff: "Removed at the counter",
        reset: "The queue was started again",
        queueClosed: "The queue was closed",
        stale: "The ticket was more than a day old",
      },
    },
  },
} as const;
