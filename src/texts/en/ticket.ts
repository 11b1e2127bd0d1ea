/** A customer's ticket; loaded with it, so what the join page needs of it is customers.ts. */
import { counting } from "../intl";

const counted = counting("en");

export const ticket = {
  removedFromQueue:
    "The business has called or removed you from the queue. Please proceed to the counter or ask for assistance.",
  anonymous: "Anonymous",
  ticket: "Ticket",
  loading: "Loading your ticket...",
  own: "Your tickets",
  joinAgain: "Join Again",
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
} as const;
