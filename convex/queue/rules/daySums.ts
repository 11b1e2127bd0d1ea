/** A queue's sums per day, for its row and for reports. */
import { v, type ObjectType } from "convex/values";

/** Each is a count, or a sum in ms. */
export const daySums = {
  joins: v.number(),
  /** Waits that ended in a call: count, and sum in ms from joining (or the booked time). */
  waits: v.number(),
  waitMsSum: v.number(),
  served: v.number(),
  /** Services started with Serve: their count and sum in ms. */
  services: v.number(),
  serviceMsSum: v.number(),
  noShows: v.number(),
  skipped: v.number(),
  left: v.number(),
  removed: v.number(),
  /** Quoted waits: checked by a call, and held. */
  quotes: v.number(),
  quotesRight: v.number(),
};

/** Written out, to keep the validators out of the browser bundle. */
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
