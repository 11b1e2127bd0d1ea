/** The dashboard: desk, queues, plan and invoices. */
import { strings } from "./language/language";
import type { Undoable } from "../../convex/queue/rules/answers";
import { bareName, ticketName } from "../../convex/queue/rules/ticketName";
import { counting, number } from "./language/intl";

const counted = counting("en");

export const dashboard = strings("dashboard", {
  demo: "Demo",
  places: {
    reports: "Reports",
    profile: "Profile Settings",
    support: "Support",
    /** Answers of support, after the name of the link. */
    unread: (count: number) =>
      counted(count, { one: "# unread", other: "# unread" }),
    navigation: "Dashboard sections",
    collapse: "Collapse sidebar",
    expand: "Expand sidebar",
    overview: "Overview",
    queue: "Queue",
    manage: "Manage",
    manageQueues: "Manage Queues",
    queueAnalytics: "Queue Analytics",
    queueStatus: "Queue Status",
    publicJoin: "Public Join",
    sms: "SMS Settings",
    calendar: "Calendar Settings",
    /** Heads the other pages on a phone. */
    more: "More",
    lightMode: "Light Mode",
    darkMode: "Dark Mode",
  },
  plan: {
    upgraded: (plan: string) => `Subscription upgraded to ${plan}!`,
    title: "Plan",
    limits: (plan: string, queues: number, people: number) =>
      `${plan}: up to ${counted(queues, { one: "# queue", other: "# queues" })} with ${counted(people, { one: "# person", other: "# people" })} each.`,
    upgradeTo: (plan: string) => `Upgrade to ${plan}`,
    invoices: "Invoices",
    /** Replaces a plan's name where no plan is paid for. */
    onThisServer: "On this server",
  },
  account: {
    title: "Account",
    signOutEverywhere: "Sign Out Everywhere",
    signOutQuestion: "Sign out everywhere?",
    signOutMeaning:
      "Every browser and device that is signed in to this account is signed out, this one too. Your queues and the people in them stay as they are.",
    signedOutEverywhere: "You are signed out everywhere.",
  },
  sharing: {
    title: "Public Join URL",
    share: "Share Link",
    posters: "Print Posters",
    board: "TV Board",
    thisMachineOnly:
      "This address works on this computer only. For a phone, open the dashboard under the network address that the server shows when it starts.",
    code: (url: string) => `QR code: ${url}`,
    description: "Anyone with this link can join your queues.",
    copy: "Copy Join Link",
    copied: "Public Join URL copied to clipboard!",
    copyByHand: "Press Ctrl+C to copy the link.",
    nobodyNew:
      "Nobody new can join. Your link and your code stay the same and work again as soon as you choose a plan.",
  },
  desk: {
    pickQueueToCall: "Please pick the queue you want to call or skip.",
    pickQueueToReset: "Please pick the queue you want to reset.",
    resetConfirm: (name: string) =>
      `Are you sure you want to reset this queue (${name})? This will remove ALL customers (including scheduled) and reset counts. This cannot be undone.`,
    resetUndo: (people: number) =>
      `${counted(people, { one: "# ticket ends", other: "# tickets end" })}. For 10 seconds afterwards Undo brings everybody back; then it is final.`,
    resetForGood: (people: number) =>
      `${counted(people, { one: "# ticket ends", other: "# tickets end" })}, too many to be brought back.`,
    guest: "Guest",
    changed: "The queue has changed.",
    /** With the ticket's bare name, such as 'H8' or '8', or a count. The specification keeps the '#'. */
    done: {
      call: (ticket) => `Called customer #${ticket}`,
      recall: (ticket) => `Called customer #${ticket} again`,
      skip: (ticket) => `Skipped customer #${ticket}`,
      serve: (ticket) => `Serving customer #${ticket}`,
      complete: (ticket) => `Completed customer #${ticket}`,
      noShow: (ticket) => `Customer #${ticket} didn't come`,
      notHere: (ticket) => `Customer #${ticket} didn't come`,
      bringBack: (ticket) => `Customer #${ticket} is back in the queue`,
      dismiss: (ticket) => `Customer #${ticket} stays as served`,
      returnToQueue: (ticket) => `Customer #${ticket} is back in the queue`,
      remove: (ticket) => `Removed customer #${ticket}`,
      becomeDue: (ticket) => `Customer #${ticket} moved to immediate queue.`,
      join: (ticket) => `Added customer #${ticket}`,
      rebook: (ticket) => `Moved the appointment of customer #${ticket}`,
      reorder: (ticket) => `Moved customer #${ticket}`,
      transfer: (ticket) => `Customer #${ticket} moved to another queue`,
      edit: (ticket) => `Changed customer #${ticket}`,
      queueReset: () => "Queue reset successfully.",
      crowdKept: () => "They are customers: more people may join from there",
      chairsSet: (_, chairs) =>
        counted(chairs, {
          one: "# chair on duty",
          other: "# chairs on duty",
        }),
      pauseSet: () => "Queue paused",
      pauseEnded: () => "Queue goes on",
      crowdRemoved: (_, people) =>
        `Removed ${counted(people, { one: "# customer", other: "# customers" })}`,
    } satisfies Record<
      Undoable | "recall",
      (ticket: string, count: number) => string
    >,
    /** After the call's own sentence, if it ended unseen visits. */
    alsoDone: (done: readonly string[]) => ` · ${done.join(", ")} done`,
    chairs: "Chairs on duty",
    moreChairs: "One chair more",
    fewerChairs: "One chair fewer",
    pause: "Pause",
    pauseFor: "Pause the queue",
    pauseMinutes: (minutes: number) => `For ${number(minutes)} minutes`,
    pauseOpen: "Until I resume",
    pausedUntil: (time: string) => `Paused until ${time}. Customers are told.`,
    paused: "Paused. Customers are told.",
    late: (minutes: number) => `Say we run ${number(minutes)} min late`,
    lateUntil: (minutes: number, time: string) =>
      `Running ${number(minutes)} min late until ${time}. Customers are told.`,
    inTime: "In time again",
    resume: "Resume",
    onDuty: "On duty",
    didNotCome: "Didn't come",
    /** Where the call has ended several such visits. */
    oneDidNotCome: (ticket: string) => `${ticket} didn't come`,
    notHereYet: "Not here yet",
    saysNotServed: (ticket: string) => `${ticket} says they were not served.`,
    bringBack: "Bring back",
    bringBackOne: (ticket: string) => `Bring back ${ticket}`,
    dismiss: "Dismiss",
    dismissOne: (ticket: string) => `Dismiss ${ticket}`,
    title: "Queue Actions",
    dock: "Queue actions",
    loading: "Loading queue...",
    add: "Add to queue",
    noNumberNow:
      "Without a connection there is no number to give. Please try again when it is back.",
    failed: "An error occurred. Please try again.",
    tryAgain: "Please try again.",
    undone: "Undone",
    reset: "Reset Queue",
    resetTitle: "Reset Queue?",
    startAgain: "Start again",
    startAgainMeaning:
      "Ends every ticket of the selected queue and starts at number 1.",
    /** Followed by the reason. */
    updateFailed: "Error updating customer status:",
    skipFailed: "Failed to skip customer:",
    resetFailed: "Failed to reset queue:",
    callNext: "Call Next",
    toCallNext: "To Call Next",
    skip: "Skip",
    skipOne: (person: string) => `Skip ${person}`,
    undo: "Undo",
    call: "Call",
    serve: "Serve",
    markDone: "Done",
    noShow: "No-show",
    recall: "Recall",
    returnToQueue: "Return to queue",
    remove: "Remove",
    callNumber: (ticket: string) => `Call ${ticket}`,
    more: (ticket: string) => `More for ${ticket}`,
    called: "Called",
    serving: "Serving",
    missed: "Missed call",
    booked: (time: string) => `booked ${time}`,
    atCounter: "At the counter",
    nobodyAtCounter: "Nobody is at the counter.",
    pickToSeeCounter: "Pick a queue to see who is at the counter.",
    pickFirst: "Pick a queue first",
    nobodyToCall: "Nobody is waiting",
    nobodyWaiting: "There is no one on the queue now.",
    closedForNew: "Nobody new can join until you choose a plan.",
    howPeopleJoin:
      "People join by scanning your code. Add someone yourself if they have no phone.",
    showCode: "Show code",
    addWalkIn: "Add walk-in",
    walkInPhone: "Mobile number",
    walkInPhoneHint: "For a text when it is their turn.",
    place: (place: number) => `Place ${number(place)}`,
    waiting: "Waiting",
    waitingCaption: "People waiting, next first",
    ticket: "Ticket",
    name: "Name",
    waited: "Waited",
    turnIn: "Turn in",
    anyMoment: "any moment",
    upTo: (minutes: string) => `up to ${minutes}`,
    /** Calling starts when the shop opens. */
    after: (time: string) => `after ${time}`,
    onDay: (weekday: string, time: string) => `${weekday}, ${time}`,
    actions: "Actions",
    hasWaited: (time: string) => `waited ${time}`,
    firstShown: (shown: number, all: number) =>
      `The first ${number(shown)} of ${number(all)} are shown.`,
    calledNow: "just now",
    calledAgo: (time: string) => `${time} ago`,
    onTheWay: (calledAgo: string) => `${calledAgo} · on the way`,
    held: (calledAgo: string, left: string) => `${calledAgo} · ${left}`,
    /** The time to come, counted down. */
    left: (time: string) => `${time} left`,
    crowd: (people: number, most: number) =>
      `Many joins from one connection: ${people > most ? `more than ${number(most)}` : number(people)} people in this queue.`,
    removeCrowd: "Remove all of them",
    keepCrowd: "They are customers",
    /** Actions taken without a connection. */
    kept: {
      saved: (actions: number) =>
        `${counted(actions, { one: "# action is saved on this device and will be sent.", other: "# actions are saved on this device and will be sent." })}`,
      undoOne: (action: string) => `Undo ${action}`,
      caughtUp: (actions: number) =>
        counted(actions, {
          one: "# saved action was sent.",
          other: "# saved actions were sent.",
        }),
      /** @param who "#12"; null without a person */
      action: (who: string | null, action: string) =>
        who === null ? action : `${who}: ${action}`,
      missed: (action: string) => `${action} no longer applied.`,
      failed: (action: string) => `${action} could not be done.`,
      read: "OK",
      full: "Too many actions are saved on this device. Wait for the connection.",
    },
    find: "Find",
    today: "Today",
    move: "Move",
    transfer: "Transfer",
    edit: "Edit",
    sendSms: "Send SMS",
    note: "Note",
    removeTest: "Remove test ticket",
    testRemoved: "Test ticket removed.",
  },
  figures: {
    loading: "Loading figures...",
    immediate: "Immediate Queue",
    immediateMeans: "People waiting now",
    scheduled: "Scheduled Queue",
    scheduledMeans: "Appointments ahead",
    average: "Avg Wait",
    shortAverage: (minutes: string) => `avg ${minutes} min`,
    minutes: "min",
    peak: (hour: string) => `Peak hour ${hour}`,
    /** On a 24-hour clock, without a leading zero. */
    hour: (hour: number) => `${hour}:00`,
    noHour: "N/A",
  },
  queues: {
    activated: "Queue activated.",
    deactivated: "Queue deactivated.",
    updated: "Queue updated successfully.",
    deleted: "Queue deleted successfully.",
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
    choice: (name: string, people: number, isOpen: boolean) =>
      `${name} (${isOpen ? "" : "closed, "}${number(people)} waiting)`,
    yours: "Your queues",
    loading: "Loading queues...",
    /** @param plan null where no plan is paid for */
    used: (count: number | string, limit: number, plan: string | null) =>
      `${typeof count === "number" ? number(count) : count} of ${number(limit)} queues on ${plan === null ? "this server" : `your ${plan} plan`}`,
    noneYet: "No queues created yet.",
    nameFirst: "Name your first one above, for example Walk-ins.",
    noneAvailable: "No queues available",
    makeFirst: "Customers can join as soon as you have one.",
    /** The first queue's default name. */
    firstName: "Walk-ins",
    planFirst: "You can make one as soon as you choose a plan.",
    subscriptionNeeded:
      "An active subscription is needed to create or change queues.",
    choosePlan: "Choose a plan",
    whenOnline: "They can be changed when the connection is back.",
    title: "Queues",
    changeLater: "They can be changed again as soon as you choose a plan.",
    meaning: "Create, rename, open and close queues.",
    visitRules: "Who can join and book",

    feedback: "Feedback",
    today: "Today",
    lastDays: "Last 7 days",
    great: "Great",
    ok: "OK",
    notGood: "Not good",
    noFeedback: "None in the last 7 days.",

    name: "Queue name",
    letter: "Letter",
    letterHint: (letter: string) => `Before its numbers, such as ${letter}8.`,
    letterStays:
      "People are waiting with it. It can be changed when nobody waits.",
    description: "Description",
    shown: "Shown to customers",
    create: "Create Queue",
    createFailed: "Failed to create queue. Please try again.",
    save: "Save",
    updateFailed: "Failed to update queue.",

    active: "Active",
    inactive: "Inactive",
    edit: "Edit",
    editOne: (name: string) => `Edit ${name}`,
    activate: "Activate",
    activateOne: (name: string) => `Activate ${name}`,
    deactivate: "Deactivate",
    deactivateOne: (name: string) => `Deactivate ${name}`,
    toggleFailed: "Failed to toggle queue status.",
    paused: "Paused",
    noBookings: "No bookings",
    takesBookings: "Takes bookings",
    slotLength: (minutes: number) =>
      `In slots of ${number(minutes)} minutes. What is booked stays booked.`,
    bookingsFailed: "An error occurred. Please try again.",
    loadFailed: "Failed to load queues.",
    closingMeans:
      "Deactivating stops new joins only: whoever is in the queue keeps their place and is called.",
    finishing: (people: number) =>
      `${counted(people, { one: "# person finishes", other: "# people finish" })} their turn, no new joins`,
    noJoins: "No new joins",

    deleteOne: (name: string) => `Delete ${name}`,
    delete: "Delete Queue",
    deleteTitle: "Delete Queue?",
    deleteQuestion: (name: string) =>
      `Are you sure you want to delete the queue '${name}'? This action cannot be undone and might affect historical data.`,
    peopleIn: (people: number) =>
      counted(people, {
        one: "# person is in this queue.",
        other: "# people are in this queue.",
      }),
    peopleLose: "Their tickets end and they are told to ask at the counter.",
    deleteFailed: "Failed to delete queue.",
  },
  billing: {
    lapsed:
      "Your subscription has ended. You can serve the people who are in your queues; nobody new can join.",
    failed: "Your last payment failed.",
    checkCard: "Please check your card.",
    checkCardBefore: (day: string) =>
      `Please check your card before ${day}, or your queues will close.`,
    ends: (day: string) =>
      `Your subscription ends on ${day}. Until then everything works as before.`,
    upgrade: {
      title: (plan: string) => `Upgrade to ${plan}?`,
      price: (plan: string, price: string, before: string) =>
        `${plan} is ${price} a month instead of ${before}.`,
      payNext: "You pay on the next page.",
      payDifference: "You pay the difference for the rest of this month now.",
      confirm: "Confirm & Pay",
      /** After "Your bank wants you to confirm this payment." */
      confirmAtBank: "Confirm With Your Bank",
      dueToday: "Due today",
      difference: "The difference, charged now",
    },
    invoices: {
      order: "The newest come first.",
      own: "Your invoices",
      loading: "Loading invoices...",
      none: "No invoices yet.",
      firstOne: "The first one comes with a payment.",
      pay: "Pay",
      view: "View",
      /** After "Pay" or "View", for screen readers. */
      which: (day: string) => `the invoice of ${day}, opens in a new tab`,
      states: {
        draft: "Draft",
        open: "Open",
        paid: "Paid",
        notPaid: "Not paid",
        void: "Void",
      },
    },
  },
});

/** @param number of the ticket, or a count; null for the whole queue */
export function doneText(
  code: Undoable | "recall",
  letter: string | null,
  number: number | null,
): string {
  const { done, changed } = dashboard.desk;
  const count = number ?? 0;
  return Object.hasOwn(done, code)
    ? done[code](bareName(letter, count), count)
    : changed;
}

export function doneOrEndedText(
  code: Undoable,
  letter: string | null,
  number: number | null,
  assumed: readonly { number: number }[] = [],
): string {
  const done = doneText(code, letter, number);
  if (assumed.length === 0) return done;
  const ended = assumed.map((person) => ticketName(letter, person.number));
  return done + dashboard.desk.alsoDone(ended);
}

export function didNotComeText(ticket: string, of: number): string {
  const { didNotCome, oneDidNotCome } = dashboard.desk;
  return of === 1 ? didNotCome : oneDidNotCome(ticket);
}
