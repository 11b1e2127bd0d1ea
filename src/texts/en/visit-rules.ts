/** 'Joining and bookings': holidays, walk-ins in opening hours only, when a turn is near. */
import { counting } from "../intl";

const counted = counting("en");

export const visitRules = {
  title: "Joining and bookings",
  meaning: "For all queues of your business.",
  loading: "Loading settings...",
  days: "Closed days and other hours",
  daysMeaning:
    "Holidays, and dates with hours of their own. What is booked already stays booked.",
  noDays: "Every date has the hours of its weekday.",
  addDay: "Add a date",
  date: "Date",
  /** For a row whose date is not filled in yet. */
  newDate: "New date",
  removeDay: (day: string) => `Remove ${day}`,
  closed: "Closed",
  opens: "Opens",
  closes: "Closes",
  /** Between the time it opens and the time it closes. */
  to: "to",
  pickDate: "Please pick a date.",
  datePast: "This date is past.",
  walkIns: "Take walk-ins during opening hours only",
  walkInsMeaning:
    "At other times people can book, and you can still add them yourself.",
  almost: "Say 'almost your turn' on the phone",
  never: "Never",
  ahead: (people: number) =>
    counted(people, {
      one: "With # person ahead",
      other: "With # people ahead",
    }),
  save: "Save Changes",
  saved: "Saved.",
  failed: "Failed to save. Please try again.",
  discardTitle: "Discard changes?",
  discardQuestion: "What you have changed here is not saved.",
  discard: "Discard",
} as const;
