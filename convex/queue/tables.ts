/** The tables of queue/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { undoOffer } from "./rules/answers";
import { dayCountsValidator } from "./rules/days";
import { lineStateValidator, pauseValidator } from "./rules/lineState";
import { waitSampleValidator } from "./rules/waitSamples";

export const queueTables = {
  // A queue's name and switch: written by its owner, rarely. A deleted queue
  // stays as a row, because its history and its last customers refer to it.
  queues: defineTable({
    businessId: v.id("businesses"),
    name: v.string(),
    description: v.nullable(v.string()),
    isActive: v.boolean(),
    /** Absent: it does. */
    takesBookings: v.optional(v.boolean()),
    deletedAt: v.nullable(v.number()),
  }).index("by_businessId_and_deletedAt", ["businessId", "deletedAt"]),

  // The hot row of a queue: written with every join, call and end; the only
  // row that the shared line query reads. `isActive` is copied from the queue
  // for that reason.
  lines: defineTable({
    queueId: v.id("queues"),
    businessId: v.id("businesses"),
    isActive: v.boolean(),
    /** Chairs on duty: how many people are served at once. */
    chairs: v.number(),
    pause: v.nullable(pauseValidator),
    state: lineStateValidator,
    undo: v.nullable(undoOffer),
  })
    .index("by_queueId", ["queueId"])
    .index("by_businessId", ["businessId"])
    .index("by_pause_end", ["pause.until"])
    .index("by_waitingCount", ["state.waitingCount"]),

  // The mean wait of the last hour by minute, for the dashboard's chart: one
  // row a queue, written once a minute while somebody waits and for an hour
  // afterwards. Apart from lines, which every phone reads.
  waitSamples: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    /** Sixty at most, the oldest first. */
    samples: v.array(waitSampleValidator),
    /** The newest of them at which somebody waited. */
    lastWaitingAt: v.number(),
  })
    .index("by_queueId", ["queueId"])
    .index("by_businessId", ["businessId"])
    .index("by_lastWaitingAt", ["lastWaitingAt"]),

  // Networks that are a business's own: its desk is or was open there, or its
  // owner said so. Written at sign-in and once an hour by an open desk; five a
  // business, deleted a week after the last time.
  ownNetworks: defineTable({
    businessId: v.id("businesses"),
    network: v.string(),
    at: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_at", ["at"]),

  // Sums of one business day of one queue: written with each join, call and
  // end; read by statistics instead of the tickets.
  queueDays: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    day: v.string(),
    counts: dayCountsValidator,
  })
    .index("by_day", ["day"])
    .index("by_queueId_and_day", ["queueId", "day"])
    .index("by_businessId_and_day", ["businessId", "day"]),
};
