/** The windows of the desk, loaded after it: find, today's actions, changes to one person, the keys. */
import { strings } from "./language/language";
import { number } from "./language/intl";

export const desk = strings("desk", {
  find: {
    title: "Find a person",
    field: "Number, name or phone",
    nobody: (asked: string) => `Nobody matches '${asked}'.`,
    asking: "Looking through everybody in the queue...",
    waiting: "Waiting",
    booked: "Appointment",
  },
  person: {
    title: (ticket: string) => `Customer #${ticket}`,
  },
  today: {
    title: "What was done today",
    loading: "Loading today's actions...",
    none: "Nothing was done in this queue today.",
    newest: (most: number) => `The newest ${number(most)} are shown.`,
    undone: (time: string) => `undone at ${time}`,
    me: "You",
    others: "Somebody else",
    undo: (action: string) => `Undo: ${action}`,
  },
  move: {
    title: (ticket: string) => `Move ${ticket}`,
    place: "New place",
    now: (place: number, all: number) =>
      `Now at place ${number(place)} of ${number(all)}.`,
    up: "One place nearer to the front",
    down: "One place further back",
    why: "Reason",
    reasons: {
      agreed: "Agreed with the others",
      urgent: "Urgent",
      lateArrival: "Came late",
      mistake: "Was put in the wrong place",
      other: "Another reason",
    },
  },
  transfer: {
    title: (ticket: string) => `Transfer ${ticket}`,
    toQueue: "To which queue",
    meaning:
      "They keep the time at which they joined and get a new number. Their phone follows by itself.",
    none: "There is no other queue.",
  },
  edit: {
    title: (ticket: string) => `Edit ${ticket}`,
    phone: "Phone",
    noteHint: "Only you see it.",
    save: "Save",
  },
  removeTest: {
    question: (ticket: string) =>
      `${ticket} goes as if it had never been: no figure counts it. This cannot be undone.`,
  },
  keys: {
    title: "Keyboard shortcuts",
    find: "Find a person",
    undo: "Undo what the message offers to undo",
    done: "Done with the first person at the counter",
    list: "Show this list",
    use: "Use shortcuts on this device",
  },
});
