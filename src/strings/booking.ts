/** The strings around the calendar and the times. Some sentences come from the specification. */
import { strings } from "./language/language";
export const booking = strings("booking", {
  /** Above the days, and their months. */
  day: "Day",
  /** Days after those shown. */
  later: "Later",
  months: "Months",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  /** A day that is not open, for screen readers. */
  closedDay: (day: string) => `${day}, closed`,
  closedOn: (weekdays: string) => `Closed on ${weekdays}.`,
  /** "Sundays" from "Sunday". */
  everyWeek: (weekday: string) => `${weekday}s`,
  zone: (city: string, zone: string) => `Times are in ${city} time (${zone}).`,
  timesOn: (day: string) => `Times on ${day}`,
  afterMidnight: (nextDay: string) => `After midnight, on ${nextDay}`,
  chooseQueue: "Choose a queue to see its times.",
  loading: "Loading slots...",
  none: "No available slots for this day.",
  notLoaded: "Could not load booking information for this day.",
  taken: "taken",
});
