/** A customer's ticket. Loaded with it, so the join page's strings are in customers.ts. */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const ticket = strings("ticket", {
  /** The whole message where the reason is not known. */
  removedFromQueue:
    "The business has called or removed you from the queue. Please proceed to the counter or ask for assistance.",
  anonymous: "Anonymous",
  ticket: "Ticket",
  loading: "Loading your ticket...",
  own: "Your tickets",
  chip: {
    next: "next",
    place: (position: string) => `place ${position}`,
    called: "called",
    serving: "being served",
    asked: "served?",
    /** On the form for another person. @param state one of the above, or a booking's time */
    yours: (state: string | null) =>
      state === null ? "still yours" : `${state}, still yours`,
    back: "My ticket",
  },
  joinAgain: "Join Again",
  shopPage: "The shop's page",
  failed: "An error occurred: Please try again.",
  noConnection: "No connection right now. Please try again when it's back.",

  waiting: {
    title: "You're in the queue!",
    /** Of the window. */
    titleAt: (position: string, business: string) =>
      `${position} · ${business}`,
    place: "Your place",
    position: "Your position",
    joined: (time: string) => `joined ${time}`,
    next: "You're next",
    ahead: (people: number) =>
      counted(people, { one: "# person ahead", other: "# people ahead" }),
    /** Continues after `next` or `ahead`. */
    behind: (people: string) => `, ${people} behind you`,
    strip: (ahead: number, behind: string) =>
      `${counted(ahead, { one: "# person", other: "# people" })} ahead of you, ${behind} behind you`,
    late: "Running a little behind",
    spoken: (position: string, people: string, wait: string) =>
      `Position ${position}. ${people}. ${wait}`,
    /** For phones that cannot vibrate: iPhones. No page knows whether they are muted. */
    keepOpen:
      "Keep this page open. Your phone rings when it's your turn, unless it's on silent.",
    keepOpenVibrating:
      "Keep this page open. Your phone rings and vibrates when it's your turn.",
    safe: "Connection lost. Your place is safe on the server.",
    /** A reloaded page cannot make sound before a tap. */
    tapFirst:
      "Keep this page open and tap it once so your phone can ring when it's your turn.",
    cannotRing:
      "Without a connection your phone cannot ring. Please stay where you can see the counter.",
    /** The reliability of the range: how often it was right, out of ten. */
    rightInTen: (times: number) =>
      counted(times, {
        one: "This range was right # time in 10 this week",
        other: "This range was right # times in 10 this week",
      }),
    addSomeone: "Add someone else",
    leave: "Leave the line",
    leaveTitle: "Leave the line?",
    leaveMeaning:
      "Your place goes to the next person. If you come back, you start at the end of the line.",
    stay: "Stay",

    /** After the first missed call (product.md T6). */
    secondChance: (time: string) =>
      `We called you at ${time}. You're back in line. The next call is your last.`,
    secondChanceNext: (time: string) =>
      `We called you at ${time}. You're next again. The next call is your last.`,
  },

  /** Alerts while no page is open; permission is asked with a tap. */
  push: {
    ring: "Ring my phone even when it's locked",
    why: "Your browser will ask if this page may notify you. It's only for this ticket.",
    on: "You get a notification even when your phone is locked or this page is closed.",
    stop: "Turn off",
    blocked: "Notifications are blocked",
    unblock:
      "Allow them in your browser's settings so your phone can ring even when it's locked.",
    failed: "That didn't work on this phone. Please keep this page open.",
    /** iPhones push only to pages on the Home Screen. */
    homeScreen: "Ring an iPhone even when it's locked",
    toHomeScreen:
      "It only rings for pages on its Home Screen. Tap Share, then Add to Home Screen, and open your ticket from there.",
  },

  yourTurn: {
    title: "Your turn!",
    body: (place = "the counter") => `You have been called to ${place}.`,
  },

  almost: {
    title: "Almost your turn",
    stay: "Almost your turn. Please stay close to the counter.",
    body: (ahead: number) =>
      ahead === 0
        ? "You're next. Please stay close to the counter."
        : counted(ahead, {
            one: "# person ahead. Please stay close to the counter.",
            other: "# people ahead. Please stay close to the counter.",
          }),
  },

  /** Why later people are before this customer: counts and reasons, no names. */
  explained: {
    before: (reasons: string) => `Ahead of you: ${reasons}.`,
    why: {
      booked: (people: number) =>
        counted(people, {
          one: "# booking that is due",
          other: "# bookings that are due",
        }),
      secondChance: (people: number) =>
        counted(people, {
          one: "# person back after a missed call",
          other: "# people back after missed calls",
        }),
      returned: (people: number) =>
        counted(people, {
          one: "# person back from the counter",
          other: "# people back from the counter",
        }),
      calledOut: (people: number) =>
        counted(people, {
          one: "# person called out of turn",
          other: "# people called out of turn",
        }),
      undone: (people: number) =>
        counted(people, {
          one: "# person back after a mistake at the counter",
          other: "# people back after a mistake at the counter",
        }),
      movedByStaff: (people: number) =>
        counted(people, {
          one: "# person moved up at the counter",
          other: "# people moved up at the counter",
        }),
      transferred: (people: number) =>
        counted(people, {
          one: "# person from another queue",
          other: "# people from another queue",
        }),
    },
  },

  scheduled: {
    title: "You're booked",
    yours: "Your appointment",
    for: "Your appointment is scheduled for",
    /** Of the window. */
    titleAt: (time: string, business: string) => `${time} · ${business}`,
    turns: "When it's time, this page shows your place in line.",
    /** @param time "1 h 40" */
    inLong: (time: string) => `In ${time}.`,
    timeHasCome: "It's time for your appointment.",
    safe: "Connection lost. Your booking is safe on the server.",
    addToCalendar: "Add to my calendar",
    /** @param address shortened but recognizable to its holder, such as m…@example.com */
    mailed: (address: string) =>
      `Confirmation sent to ${address}. Not there? Check your spam folder, or ask the shop to correct the address.`,
    event: (business: string) => `Appointment at ${business}`,
    eventAbout: (ticket: string, queue: string) =>
      `Ticket ${ticket}, ${queue}. To see your place in line, open the link on the phone you booked with.`,
    another: "Book another time",
    move: "Move",
    moved: (time: string) => `Moved to ${time}.`,
    movedAndMailed: (time: string, address: string) =>
      `Moved to ${time}. We've sent it to ${address}.`,
    moveTitle: "Move booking",
    moveFrom: (time: string) =>
      `Booked for ${time}. Your ticket stays the same.`,
    dayHeld:
      "Too many bookings on this day are from the same connection. Please pick another day.",
    keepTime: "Keep this time",
    cancel: "Cancel booking",
    cancelTitle: (time: string) => `Cancel ${time}?`,
    cancelMeaning: (queue: string, business: string) =>
      `${queue} at ${business}. This frees the time for someone else.`,
    keep: "Keep booking",
  },

  /** The page of a mail's link, once there is no booking to show. */
  mailed: {
    over: {
      title: "This booking is over",
      text: "Its time has passed. Check the phone you booked with, or ask at the counter.",
    },
    unknown: {
      title: "This link doesn't open a booking",
      text: "The booking is over, or the link is incomplete. Try the link in the latest e-mail.",
    },
  },

  called: {
    title: "You've Been Called!",
    come: (place = "the counter") => `Please come to ${place}.`,
    serving: "It's your turn now",
    served: (place?: string) =>
      place === undefined
        ? "You're being served now."
        : `You're being served now at ${place}.`,
    ago: (time: string) => `Called ${time} ago.`,
    known: "The shop knows you're coming.",
    onMyWay: "I'm on my way",
    ringAgain: "Click if you didn't hear notification",
    held: "Your place is held",
    left: (time: string) => `${time} left`,
    timeLeft: (place = "the counter") => `Time left to come to ${place}`,
    oneMinute: (place = "the counter") =>
      `One minute left to come to ${place}.`,
    cut: (place = "the counter") =>
      `Connection lost. You've been called: please go to ${place}.`,
    giveUpTitle: "Give up your turn?",
    giveUpMeaning:
      "Your turn goes to the next person. If you come back, you start at the end of the line.",
    giveUp: "Give up",
  },

  ended: {
    titleAt: (title: string, business: string) => `${title} · ${business}`,
    served: "You've Been Served!",
    noWait: (ticket: string, business: string) =>
      `Ticket ${ticket} · called right away. Thank you for coming to ${business}.`,
    minutes: (count: number) =>
      counted(count, { one: "# minute", other: "# minutes" }),
    waited: (ticket: string, wait: string, business: string) =>
      `Ticket ${ticket} · you waited ${wait}. Thank you for coming to ${business}.`,

    /** The next call has ended an unseen visit (product.md T15). */
    asked: "Your turn is over. Were you served?",
    askedAbout: (ticket: string, queue: string) =>
      `Ticket ${ticket} · ${queue}`,
    yes: "Yes",
    no: "No",
    told: "We've told the shop",
    toldMeaning:
      "Please go to the counter. They can put you back in line, and this page will show it right away.",

    left: "You left the line",
    leftMeaning: "Your place has gone to the next person.",
    cancelled: "Your booking is cancelled",
    cancelledMeaning: (time: string, queue: string) =>
      `${time}, ${queue}. The time is free for someone else.`,
    appointment: "Appointment",
    removed: "You're no longer in line",
    called: "Called",
    /** Who ended it, and what to do now. */
    why: {
      noShow:
        "We called you, but you weren't at the counter. Go there now, or join again.",
      skippedByStaff:
        "The shop skipped you. Ask at the counter, or join again.",
      removedByStaff:
        "The shop took you out of the line. Ask at the counter, or join again.",
      reset: "The shop reset this queue. Join again, or ask at the counter.",
      queueClosed: "The shop closed this queue. Ask at the counter.",
      stale: "Your ticket was more than a day old. Join again.",
      booking: "The shop cancelled it. Ask them, or book another time.",
      shopGone: "The shop closed its account here. Ask them directly.",
    },
  },

  feedback: {
    question: "How was your visit?",
    great: "Great",
    ok: "OK",
    notGood: "Not good",
    note: "One tap. Only the shop sees it.",
    thanks: "Thank you. Only the shop sees it.",
  },
});
