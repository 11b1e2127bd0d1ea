/** The customers' strings before the ticket (ticket.ts): the join page. Some sentences come from the specification. */
import type { ChairWord } from "../../convex/business/rules/profile";
import { strings } from "./language/language";
import { TO } from "./language/intl";

const selectQueue = "Please select a queue to join.";

export const customers = strings("customers", {
  join: {
    selectQueue,
    /** Of the picked queue, or the link's. */
    queueGone: (later: boolean) =>
      `That queue ${later ? "takes no bookings" : "is closed"} now. ${selectQueue}`,
    noActiveQueues: "No active queues available for this business.",
    title: "Join the queue",
    bookTitle: "Book a time",
    when: "When",
    now: "Join Now",
    schedule: "Schedule",
    selectDate: "Please select a date.",
    selectSlot: "Please select an available time slot.",
    slotTaken: "Sorry, this time slot was just booked. Please select another.",
    slotNotChecked: "Could not verify slot availability. Please try again.",
    confirm: "Confirm Appointment",
    /** A queue and how long it takes, or when it is booked. */
    booking: (queue: string, time: string) => `${queue} · ${time}`,
    loadingTimes: "Loading booking times...",
    timesNotLoaded: "The calendar could not be loaded.",
    titleAt: (business: string) => `Join the queue · ${business}`,
    demo: (hours: string) => `Demo · ${hours}`,
    openNow: "Open now",
    openUntil: (time: string) => `Open until ${time}`,
    closed: "Closed now",
    opensToday: (time: string) => `Closed now, opens today ${time}`,
    /** On a day without hours. */
    closedToday: "Closed today",
    /** @param closed one of the above */
    opensTomorrow: (closed: string, time: string) =>
      `${closed}, opens tomorrow ${time}`,
    opensOn: (closed: string, weekday: string, time: string) =>
      `${closed}, opens ${weekday} ${time}`,
    /** Joining while closed is allowed unless the shop forbids it. The page says so. */
    stillJoin: "You can still join.",
    joinWhenOpen: "You can join when it's open.",
    retry: "Retry",
    later:
      "As soon as it is, you can join here. If you already have a ticket, it stays valid.",
    loadingQueues: "Loading queues...",
    queue: "Select Queue",
    choose: "Choose a queue",
    /** One line of the list. */
    choice: (name: string, waiting: string, full: boolean) =>
      `${name} (${waiting} waiting${full ? ", full" : ""})`,
    waiting: "waiting",
    full: "full right now",
    /** Of a full queue in a closed shop. */
    afterOpening: "join after opening",
    fullHint: "This queue is full right now. Try again in a few minutes.",
    noWait: "no wait",
    name: "Your Name",
    namePlaceholder: "So we can call you by name",
    email: "E-mail",
    emailHint: "For a confirmation and reminders.",
    textMe: "Text me when it is my turn",
    /** For another person than the holder of this device's ticket. */
    other: {
      title: "Add someone else",
      name: "Their name",
      namePlaceholder: "For example Mila",
      textMe: "Text them when it is their turn",
      ownTicket: "They get their own ticket on this phone.",
    },
    phone: "Mobile number",
    /** The use of the number. Entering it is the consent. */
    phoneConsent:
      "Only texts about this visit, such as your turn. By entering your number, you agree to get them. Reply STOP to end them.",
    join: "Join Queue Now",
    noConnection: "No connection right now. You can join as soon as it's back.",
    anotherTitle: "Add someone else?",
    another: "This phone just took a ticket for this queue.",
    takeAnother: "Add someone else",
    status: "Current Queue Status",
    /** @param wait such as "about 10–20 min"; null without an estimate */
    statusOf: (waiting: string, wait: string | null) =>
      `${waiting}\u00a0waiting${wait === null ? "" : `, ${wait}`}`,
    failed: (reason: string) => `An error occurred: ${reason}`,
    tryAgain: "Please try again.",
  },

  /** The possible wait. Never "0 min", which would be a promise. */
  wait: {
    now: "any moment now",
    late: "any moment, running a little behind",
    upTo: (minutes: string) => `up to ${minutes}`,
    about: (minutes: string) => `about ${minutes}`,
    between: (from: string, to: string) => `about ${from}${TO}${to}`,
    noChair: (word: ChairWord) => `no ${word} is open`,
    paused: "on a break",
    pausedUntil: (time: string) => `on a break until ${time}`,
    afterOpening: "after opening",
    afterOpeningAt: (time: string) => `after opening at ${time}`,
    afterOpeningTomorrow: (time: string) => `after opening tomorrow at ${time}`,
    afterOpeningOn: (day: string, time: string) =>
      `after opening on ${day} at ${time}`,
    /** The shop's announcement to all who wait. */
    runningLate: (minutes: string) => `Running about ${minutes} min late`,
    /** Before "about 10:00–10:35". */
    tomorrow: (about: string) => `tomorrow ${about}`,
    onDay: (day: string, about: string) => `on ${day} ${about}`,
  },

  callShop: "Call the shop",
});
