/** The dashboard: desk, queues, plan and invoices. */
import { strings } from "./language/language";
import { counting, number } from "./language/intl";

const counted = counting("en");

export const dashboard = strings("dashboard", {
  plan: {
    upgraded: (plan: string) => `Subscription upgraded to ${plan}!`,
    title: "Plan",
    limits: (plan: string, queues: number, people: number) =>
      `${plan}: up to ${counted(queues, { one: "# queue", other: "# queues" })} with ${counted(people, { one: "# person", other: "# people" })} each.`,
    invoices: "Invoices",
  },
  account: {
    title: "Account",
  },
  sharing: {
    title: "Public Join (QR)",
    url: "Public Join URL",
    share: "Share Link",
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
    chairs: (chairs: number) =>
      counted(chairs, { one: "# chair", other: "# chairs" }),
    moreChairs: "Add a chair",
    fewerChairs: "Remove a chair",
    pauseOrLate: "Pause or late",
    pause: "Pause",
    pauseMeaning: "Pause: nobody is told to come",
    pauseMinutes: (minutes: number) => `For ${number(minutes)} minutes`,
    pauseOpen: "Until I press Resume",
    pausedUntil: (time: string) => `Paused until ${time}. Customers are told.`,
    paused: "Paused. Customers are told.",
    until: (time: string) => `until ${time}`,
    late: (minutes: number) => `${number(minutes)} min late`,
    inTime: "Back on time",
    resume: "Resume",
    didNotCome: "Didn't come",
    oneDidNotCome: (ticket: string) => `${ticket} didn't come`,
    notHereYet: "Not here yet",
    hasNotCome: (who: string, since: string) =>
      `${who} has not come, called ${since} ago`,
    saysNotServed: (who: string) => `${who} says nobody served them.`,
    dismiss: "Ignore",
    dismissOne: (who: string) => `Ignore ${who}`,
    moreNotices: (notices: number) =>
      counted(notices, { one: "# more notice", other: "# more notices" }),
    title: "Queue Actions",
    counter: "Counter",
    more: "More",
    loading: "Loading queue...",
    add: "Add to queue",
    noNumberNow:
      "Without a connection there is no number to give. Please try again when it is back.",
    failed: "An error occurred. Please try again.",
    tryAgain: "Please try again.",
    reset: "Reset Queue",
    resetTitle: "Reset Queue?",
    /** Followed by the reason. */
    updateFailed: "Error updating customer status:",
    skipFailed: "Failed to skip customer:",
    resetFailed: "Failed to reset queue:",
    callNext: "Call Next",
    toCallNext: "To Call Next",
    firstOfAll: (who: string) => `${who} · first of all queues`,
    skip: "Skip",
    /** On the keyboard (use-desk-keys.ts). */
    skipKey: "S",
    undo: "Undo",
    moveOneBack: "Move one back",
    moveToFront: "Move to front",
    frontOne: (who: string) => `Move ${who} to the front`,
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
    missed: "Not here yet",
    bookedAt: (time: string) => `${time} · not here yet`,
    booked: (time: string) => `booked ${time}`,
    bookedToday: (people: number) => `${number(people)} booked`,
    bookedTitle: "Booked today",
    noneBooked: "No bookings left today.",
    atCounter: "At the counter",
    nobodyAtCounter: "Nobody is at the counter.",
    nobodyToCall: "Nobody is waiting",
    nobodyWaiting: "There is no one on the queue now.",
    closedForNew: "Nobody new can join until you choose a plan.",
    howPeopleJoin:
      "People join by scanning your code. Add someone who has no phone.",
    showCode: "Show code",
    addWalkIn: "Add walk-in",
    walkInQueue: "Queue",
    walkInPhone: "Phone for a text",
    place: (place: number) => `Place ${number(place)}`,
    waiting: "Waiting",
    rows: "Waiting and booked today, next first",
    ticket: "Ticket",
    name: "Name",
    waited: "Waited",
    waitLeft: "Wait left",
    anyMoment: "any moment",
    upTo: (minutes: string) => `up to ${minutes}`,
    left: (low: string, high: string) => `${low}–${high} left`,
    /** Calling starts when the shop opens. */
    after: (time: string) => `after ${time}`,
    onDay: (weekday: string, time: string) => `${weekday}, ${time}`,
    hasWaited: (time: string) => `waited ${time}`,
    firstShown: (shown: number, all: number) =>
      `The first ${number(shown)} of ${number(all)} are shown.`,
    calledNow: "just now",
    calledAgo: (time: string) => `called ${time} ago`,
    onTheWay: (time: string) => `${time} · on the way`,
    /** The time to come, counted down. */
    leftToCome: (time: string) => `${time} left to come`,
    crowd: (people: string, time: string) =>
      `${people} people joined from one connection in ${time}.`,
    moreThan: (people: number) => `More than ${number(people)}`,
    skipCrowd: (people: string) => `Skip all ${people}`,
    keepCrowd: "They are customers",
    /** Actions taken without a connection. */
    kept: {
      saved: (actions: number) =>
        counted(actions, {
          one: "# action is saved on this device",
          other: "# actions are saved on this device",
        }),
      meaning: "Sent when the connection is back.",
      see: "See them",
      undoOne: (action: string) => `Undo ${action}`,
      caughtUp: (actions: number) =>
        counted(actions, {
          one: "# saved action was sent.",
          other: "# saved actions were sent.",
        }),
      action: (who: string | null, action: string) =>
        who === null ? action : `${who} · ${action}`,
      missed: (action: string) => `${action} no longer applied.`,
      failed: (action: string) => `${action} could not be done.`,
      someMissed: (actions: number) =>
        counted(actions, {
          one: "# saved action did nothing",
          other: "# saved actions did nothing",
        }),
      none: "No actions are saved on this device.",
      read: "OK",
      full: "Too many actions are saved on this device. Wait for the connection.",
    },
    find: "Find",
    findField: "Number, name or phone",
    findNobody: (asked: string) => `Nobody matches '${asked}'.`,
    today: "Today",
    keyboard: "Keyboard",
    moveTo: "Move to a place or queue",
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
    waitingWord: "waiting",
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
