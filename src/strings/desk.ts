/** The windows of the desk, loaded after it: today's actions, changes to one person, the keys. */
import { strings } from "./language/language";
import { number } from "./language/intl";

export const desk = strings("desk", {
  today: {
    title: "Today",
    loading: "Loading today's actions...",
    none: "Nothing was done in this queue today.",
    newest: (most: number) => `The newest ${number(most)} are shown.`,
    undone: (time: string) => `undone at ${time}`,
    me: "You",
    others: "Somebody else",
    undo: (action: string) => `Undo: ${action}`,
    /** Of actions before the counter stopped asking for them. */
    reasons: {
      agreed: "Agreed with the others",
      urgent: "Urgent",
      lateArrival: "Came late",
      mistake: "Was put in the wrong place",
      other: "Another reason",
    },
  },
  move: {
    title: (who: string) => `Move ${who}`,
    verb: "Move",
    place: "Place",
    queue: "Queue",
    now: (place: number, all: number) =>
      `Now at place ${number(place)} of ${number(all)}.`,
  },
  transfer: {
    toQueue: "To which queue",
    meaning:
      "They keep the time at which they joined and get a new number. Their phone shows it.",
    none: "There is no other queue.",
  },
  edit: {
    title: (who: string) => `Edit ${who}`,
    phone: "Phone",
    noteHint: "Only you see it.",
    save: "Save",
  },
  removeTest: {
    verb: "Erase it",
    question: (ticket: string) =>
      `${ticket} is erased, and no figure counts it. This cannot be undone.`,
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
});
