/** What a day of a queue is summed up to, for its row (days.ts) and for reports (reports/rules/sums.ts). */
import { v, type ObjectType } from "convex/values";

/** Each is a count, or a sum in ms. */
export const daySums = {
  joins: v.number(),
  /** Waits that ended in a call: how many, and the sum in ms from joining (or the booked time) to the call. */
  waits: v.number(),
  waitMsSum: v.number(),
  served: v.number(),
  /** Services that were started with Serve: how many and the sum in ms. */
  services: v.number(),
  serviceMsSum: v.number(),
  noShows: v.number(),
  skipped: v.number(),
  left: v.number(),
  removed: v.number(),
  /** Waits that had been promised as a range: how many were checked by a call, and how many held. */
  quotes: v.number(),
  quotesRight: v.number(),
};

/** Not from the validators: browsers would have to carry them for their names. */
export const NO_SUMS: Readonly<ObjectType<typeof daySums>> = {
  joins: 0,
  waits: 0,
  waitMsSum: 0,
  served: 0,
  services: 0,
  serviceMsSum: 0,
  noShows: 0,
  skipped: 0,
  left: 0,
  removed: 0,
  quotes: 0,
  quotesRight: 0,
};
