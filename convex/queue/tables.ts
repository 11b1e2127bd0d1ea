/** The tables of queue/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { undoOffer } from "./rules/answers";
import { dayCountsValidator } from "./rules/days";
import { lineStateValidator, pauseValidator } from "./rules/lineState";
import { waitSampleValidator } from "./rules/waitSamples";

export const queueTables = {
  // A queue's name and switch, rarely written. A deleted queue keeps its row for its history and last customers.
  queues: defineTable({
    businessId: v.id("businesses"),
    name: v.string(),
    description: v.nullable(v.string()),
    isActive: v.boolean(),
    /** Absent: true. */
    takesBookings: v.optional(v.boolean()),
    deletedAt: v.nullable(v.number()),
  }).index("by_businessId_and_deletedAt", ["businessId", "deletedAt"]),

  // The hot row of a queue: written with every join, call and end, and the only row that the shared line query reads.
  // So `isActive` is copied from the queue.
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

  // The mean wait of the last hour by minute. One row per queue, written each minute while customers wait and for an
  // hour afterwards. Separate from lines, which every phone reads.
  waitSamples: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    /** At most sixty, oldest first. */
    samples: v.array(waitSampleValidator),
    /** The newest minute at which customers waited. */
    lastWaitingAt: v.number(),
  })
    .index("by_queueId", ["queueId"])
    .index("by_businessId", ["businessId"])
    .index("by_lastWaitingAt", ["lastWaitingAt"]),

  // Networks that are a business's own: its desk was open there, or its owner said so. Written at sign-in and hourly by
  // an open desk; at most five per business, deleted a week after the last use.
  ownNetworks: defineTable({
    businessId: v.id("businesses"),
    network: v.string(),
    at: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_at", ["at"]),

  // Sums of one business day of one queue, for statistics. Written with each join, call and end.
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
