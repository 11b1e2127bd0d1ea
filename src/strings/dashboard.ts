/** The dashboard: desk, queues, plan and invoices. */
import type { ChairWord } from "../../convex/business/rules/profile";
import { strings } from "./language/language";
import { counting, number, TO } from "./language/intl";

const counted = counting("en");

export const dashboard = strings("dashboard", {
  plan: {
    upgraded: (plan: string) => `Subscription upgraded to ${plan}!`,
  },
  sharing: {
    title: "Public Join (QR)",
    url: "Public Join URL",
    share: "Share Link",
    thisMachineOnly:
      "This address only works on this computer. For phones, open the dashboard at the network address the server prints when it starts.",
    code: (url: string) => `QR code: ${url}`,
    description: "Anyone with this link can join your queues.",
    copy: "Copy Join Link",
    copied: "Public Join URL copied to clipboard!",
    copyByHand: "Press Ctrl+C to copy the link.",
    nobodyNew: (isOnHold: boolean) =>
      `Nobody new can join. Your link and your code stay the same and work again as soon as ${isOnHold ? "the open bill is paid" : "you choose a plan"}.`,
  },
  desk: {
    pickQueueToCall: "Please pick the queue you want to call or skip.",
    pickQueueToReset: "Please pick the queue you want to reset.",
    guest: "Guest",
    chairs: (chairs: number, word: ChairWord = "chair") =>
      counted(chairs, { one: `# ${word}`, other: `# ${word}s` }),
    noChair: (word: ChairWord) => `no ${word} open`,
    pauseOrLate: "Pause or late",
    pause: "Pause",
    pauseMeaning: "Pause: nobody is told to come",
    lateMeaning: "Running late: waits get longer",
    pauseMinutes: (minutes: number) => `For ${number(minutes)} minutes`,
    pauseOpen: "Until I press Resume",
    pausedUntil: (time: string) => `Paused until ${time}. Customers are told.`,
    paused: "Paused. Customers are told.",
    ofQueue: (queue: string, said: string) => `${queue}: ${said}`,
    until: (time: string) => `until ${time}`,
    late: (minutes: number) => `${number(minutes)} min late`,
    inTime: "Back on time",
    /** After the name of one's own chair. */
    away: { off: "off", break: "on a break" },
    resume: "Resume",
    resumeOne: (queue: string) => `Resume ${queue}`,
    somePaused: (queues: number) => `${number(queues)} paused`,
    didNotCome: "Didn't come",
    notHereYet: "Not here yet",
    /** `when`: `calledAgo`, or `justCalled`. */
    hasNotCome: (who: string, when: string) => `${who} has not come, ${when}`,
    justCalled: "called just now",
    dismiss: "Ignore",
    title: "Queue Actions",
    counter: "Counter",
    more: "More",
    loading: "Loading queue...",
    failed: "An error occurred. Please try again.",
    tryAgain: "Please try again.",
    /** For what is not kept until the connection is back. */
    notDone: "You're offline. Nothing was changed.",
    reset: "Reset Queue",
    /** Followed by the reason. */
    updateFailed: "Error updating customer status:",
    skipFailed: "Failed to skip customer:",
    callNowFailed: "Failed to call scheduled customer:",
    resetFailed: "Failed to reset queue:",
    callNext: "Call Next",
    toCallNext: "To Call Next",
    /** @param own of the queues of one's chair */
    firstOf: (who: string, own: boolean) =>
      `${who} · first of ${own ? "your" : "all"} queues`,
    skip: "Skip",
    /** On the keyboard (use-desk-keys.ts). */
    skipKey: "S",
    undo: "Undo",
    moveOneBack: "Move one back",
    moveToFront: "Move to front",
    call: "Call",
    callOne: (who: string) => `Call ${who}`,
    callNow: "Call Now",
    here: "Here",
    markDone: "Done",
    /** An action and whose turn it touches, for screen readers. */
    actionOn: (action: string, who: string) => `${action}: ${who}`,
    recall: "Call again",
    returnToQueue: "Move back in line",
    moreFor: (who: string) => `More for ${who}`,
    called: "Called",
    serving: "Serving",
    bookedAt: (time: string) => `${time} · not here yet`,
    booked: (time: string) => `booked ${time}`,
    bookedToday: (people: number) => `${number(people)} booked`,
    bookedTitle: "Booked today",
    noneBooked: "No bookings left today.",
    atCounter: "At the counter",
    nobodyAtCounter: "Nobody is at the counter.",
    /** In the menu: shows the people at the counter whom the user called, or all of them again. */
    onlyMine: "Only mine",
    showEveryone: "Show everyone",
    withOthers: (people: number) =>
      counted(people, {
        one: "# person is with someone else.",
        other: "# people are with someone else.",
      }),
    nobodyToCall: "Nobody is waiting",
    nobodyWaiting: "There is no one on the queue now.",
    closedForNew: (isOnHold: boolean) =>
      `Nobody new can join until ${isOnHold ? "the open bill is paid" : "you choose a plan"}.`,
    howPeopleJoin:
      "People join by scanning your code. You can add anyone without a phone.",
    showCode: "Show code",
    addWalkIn: "Add walk-in",
    waiting: "Waiting",
    rows: "Waiting and booked today, next first",
    ticket: "Ticket",
    name: "Name",
    waited: "Waited",
    waitLeft: "Wait left",
    anyMoment: "any moment",
    upTo: (minutes: string) => `up to ${minutes}`,
    left: (low: string, high: string) => `${low}${TO}${high} left`,
    /** Calling starts when the shop opens. */
    after: (time: string) => `after ${time}`,
    onDay: (day: string, time: string) => `${day}, ${time}`,
    /** Before a time. */
    hasWaited: "waited",
    firstShown: (shown: number, all: number) =>
      `Showing the first ${number(shown)} of ${number(all)}.`,
    /** Before the name of another person. */
    calledBy: "called by",
    calledNow: "just now",
    calledAgo: (time: string) => `called ${time} ago`,
    onTheWay: (time: string) => `${time} · on the way`,
    /** The time to come, counted down. */
    leftToCome: (time: string) => `${time} left to come`,
    /** Actions taken without a connection. */
    kept: {
      saved: (actions: number) =>
        counted(actions, {
          one: "# action is saved on this device",
          other: "# actions are saved on this device",
        }),
      see: (actions: number) =>
        counted(actions, { one: "See it", other: "See them" }),
      caughtUp: (actions: number) =>
        counted(actions, {
          one: "# saved action was sent.",
          other: "# saved actions were sent.",
        }),
      someMissed: (actions: number) =>
        counted(actions, {
          one: "# saved action did nothing",
          other: "# saved actions did nothing",
        }),
      full: "Too many actions are saved on this device. Wait for the connection.",
    },
    find: "Find",
    today: "Today",
    keyboard: "Keyboard",
    moveTo: "Move to a place or queue",
    moveToPlace: "Move to a place",
    transfer: "Move to another queue",
    moveTime: "Move to another time",
    cancelBooking: "Cancel booking",
    edit: "Edit name, phone, note",
    sendSms: "Send SMS",
    note: "Note",
    removeTest: "Test ticket, erase it",
    testRemoved: "Test ticket erased.",
  },
  figures: {
    loading: "Loading figures...",
    immediate: "Immediate Queue",
    immediateMeans: "People waiting now",
    scheduled: "Scheduled Queue",
    scheduledMeans: "Appointments ahead",
    average: "Avg Wait",
    minutes: "min",
    peak: (hour: string) => `Peak hour ${hour}`,
    /** On a 24-hour clock, without a leading zero. */
    hour: (hour: number) => `${hour}:00`,
    noHour: "N/A",
  },
  queues: {
    manage: "Manage Queues",
    select: "Select Queue",
    all: "All Queues",
    status: "Queue Status",
    selected: "Selected queue",
    total: "Total queues",
    immediate: "Immediate",
    scheduled: "Scheduled",
    waitingPerQueue: "Waiting per queue",
    waiting: (people: number) => `${number(people)} waiting`,
    waitingWord: "waiting",
    choice: (name: string, people: number, isOpen: boolean) =>
      `${name} (${isOpen ? "" : "closed, "}${number(people)} waiting)`,
    noneAvailable: "No queues available",
    choosePlan: "Choose a plan",
    feedback: "Feedback",
    today: "Today",
    lastDays: "Last 7 days",
    great: "Great",
    ok: "OK",
    notGood: "Not good",
    noFeedback: "None in the last 7 days.",
    loadFailed: "Failed to load queues.",
  },
  billing: {
    lapsed:
      "Your subscription has ended. You can serve the people in your queues; nobody new can join.",
    unpaid:
      "Your last bill wasn't paid, so your subscription has stopped. You can serve the people in your queues; nobody new can join.",
    onHold:
      "Your subscription is on hold because a payment failed. You can serve the people in your queues; nobody new can join.",
    failed: "Your last payment failed.",
    payBill: "Please pay the open bill.",
    payBillBefore: (day: string) =>
      `Please pay the open bill before ${day}, or your queues will close.`,
    bankAsks: "Your bank wants you to confirm your last payment.",
    confirmBefore: (day: string) =>
      `Please do it before ${day}, or your queues will close.`,
    ends: (day: string) =>
      `Your subscription ends on ${day}. Until then everything works as before.`,
  },
});
