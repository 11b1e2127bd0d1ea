/** What the desk loads after itself: its windows, Find, and what asks for a decision. */
import type { ChairWord } from "../../convex/business/rules/profile";
import { strings } from "./language/language";
import { counting, number } from "./language/intl";

const counted = counting("en");

export const desk = strings("desk", {
  today: {
    title: "Today",
    loading: "Loading today's actions...",
    none: "Nothing has happened today.",
    newest: (most: number) => `Showing the newest ${number(most)}.`,
    undone: (time: string) => `undone at ${time}`,
    me: "You",
    others: "Someone else",
    /** Before another person's action is undone. */
    askUndo: {
      title: "Undo this?",
      /** @param action some are whole sentences */
      question: (action: string, by: string | null) =>
        `${by ?? "Someone else"} did this: ${action}`,
      stay: "Keep it",
    },
    undo: (action: string) => `Undo: ${action}`,
    oneDidNotCome: (ticket: string) => `${ticket} didn't come`,
    /** Of actions before the counter stopped asking for them. */
    reasons: {
      agreed: "Agreed with the others",
      urgent: "Urgent",
      lateArrival: "Arrived late",
      mistake: "Put in the wrong place",
      other: "Another reason",
    },
  },
  move: {
    title: (who: string) => `Move ${who}`,
    verb: "Move",
    place: "Place",
    noPlace: (last: number) =>
      `Please enter a place from 1 to ${number(last)}.`,
    queue: "Queue",
    now: (place: number, all: number) =>
      `Now at place ${number(place)} of ${number(all)}.`,
  },
  transfer: {
    meaning:
      "They keep their waiting time and get a new number, which their phone shows.",
    none: "There is no other queue.",
  },
  edit: {
    title: (who: string) => `Edit ${who}`,
    phone: "Phone",
    noteHint: "Customers never see it.",
    save: "Save",
  },
  removeTest: {
    verb: "Erase it",
    question: (ticket: string) =>
      `${ticket} is erased and left out of all figures. This cannot be undone.`,
  },
  keys: {
    title: "Keyboard",
    here: "Here, for the newest call",
    done: "Done, for the newest person being served",
    undo: "Undo the last action",
    find: "Find a person",
    list: "Show this list",
    use: "Use these keys on this device",
  },
  walkIn: {
    queue: "Queue",
    phone: "Mobile number for texts",
    place: (place: number, wait: string) =>
      `Place ${number(place)}${wait && ` · ${wait}`}`,
    add: "Add to queue",
    read: "OK",
  },
  find: {
    field: "Number, name or phone",
    nobody: (asked: string) => `Nobody matches '${asked}'.`,
  },
  notices: {
    saysNotServed: (who: string) => `${who} says nobody served them.`,
    dismissOne: (who: string) => `Ignore ${who}`,
    frontOne: (who: string) => `Move ${who} to the front`,
    more: (notices: number) =>
      counted(notices, { one: "# more notice", other: "# more notices" }),
    crowd: (people: string, time: string) =>
      `${people} people joined from one connection in ${time}.`,
    moreThan: (people: number) => `More than ${number(people)}`,
    skipCrowd: (people: string) => `Skip all ${people}`,
    keepCrowd: "They are customers",
  },
  reset: {
    title: "Reset Queue?",
    question: (name: string) =>
      `Are you sure you want to reset this queue (${name})? This will remove ALL customers (including scheduled) and reset counts. This cannot be undone.`,
    undo: (people: number) =>
      `${counted(people, { one: "# ticket ends", other: "# tickets end" })}. You have 10 seconds to undo this; after that it's final.`,
    forGood: (people: number) =>
      `${counted(people, { one: "# ticket ends", other: "# tickets end" })}. That's too many to undo.`,
  },
  chairs: {
    more: (word: ChairWord = "chair") => `Add a ${word}`,
    fewer: (word: ChairWord = "chair") => `Remove a ${word}`,
    title: { chair: "Chairs", room: "Rooms", desk: "Desks" },
    on: "On duty",
    off: "Off duty",
    onBreak: (time: string) => `On a break until ${time}`,
    takeBreak: (minutes: number) => `${number(minutes)} min break`,
    take: "Take",
    leave: "Leave",
    callNext: "Call next",
    you: "You",
    somebody: "Someone",
    setUp: "Names and queues",
  },
  kept: {
    meaning: "Sent when the connection is back.",
    undoOne: (action: string) => `Undo ${action}`,
    action: (who: string | null, action: string) =>
      who === null ? action : `${who} · ${action}`,
    missed: (action: string) => `${action} no longer applied.`,
    failed: (action: string) => `${action} could not be done.`,
    none: "No actions are saved on this device.",
  },
});

/** The window that manages the queues, and a dashboard without one. */
export const queueManager = strings("queueManager", {
  activated: "Queue activated.",
  deactivated: "Queue deactivated.",
  updated: "Queue updated successfully.",
  deleted: "Queue deleted successfully.",
  yours: "Your queues",
  loading: "Loading queues...",
  /** @param plan null where no plan is paid for */
  used: (count: number | string, limit: number, plan: string | null) =>
    `${typeof count === "number" ? number(count) : count} of ${number(limit)} queues on ${plan === null ? "this server" : `your ${plan} plan`}`,
  noneYet: "No queues created yet.",
  nameFirst: "Name your first one above, for example Walk-ins.",
  makeFirst: "Customers can join as soon as you have one.",
  askForFirst: "The shop's owner or a manager can create one.",
  allInactive:
    "All queues are inactive. Customers can join as soon as one is active.",
  /** The first queue's default name. */
  firstName: "Walk-ins",
  planFirst: (isOnHold: boolean) =>
    `You can create one as soon as ${isOnHold ? "the open bill is paid" : "you choose a plan"}.`,
  subscriptionNeeded:
    "You need an active subscription to create or change queues.",
  whenOnline: "You can change them when you're back online.",
  visitRules: "Who can join and book",
  name: "Queue name",
  letter: "Letter",
  letterHint: (letter: string) => `Goes before the numbers, as in ${letter}8.`,
  letterStays:
    "People are waiting with this letter. You can change it when nobody is.",
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
    `${number(minutes)}-minute slots. Existing bookings stay.`,
  bookingsFailed: "An error occurred. Please try again.",
  closingMeans:
    "Deactivating only stops new joins. People already in the queue keep their places and get called.",
  finishing: (people: number) =>
    `${counted(people, { one: "# person", other: "# people" })} still to serve, no new joins`,
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
  peopleLose:
    "Their tickets end, and their phones tell them to ask at the counter.",
  deleteFailed: "Failed to delete queue.",

  /** Named chairs. */
  chairs: {
    meaning:
      "Name them, and phones and the TV say where to go. Everyone calls customers to their own.",
    word: "What you call them",
    edit: (name: string) => `Edit ${name}`,
    name: "Name",
    queues: "Queues",
    pickHome: "Takes bookings for",
    homeMeans: (word: ChairWord) =>
      `If no ${word} takes a queue's bookings, it has no times to book.`,
    home: (queue: string) => `${queue} (bookings)`,
    noQueue: "No queue",
    save: "Save",
    most: (most: number) => `Up to ${number(most)}.`,
    delete: "Delete",
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteMeans: "Nobody will be called there. Bookings stay.",
    areDone: (people: string) => `${people} will be marked done.`,
  },
});
