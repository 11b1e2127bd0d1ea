/** The tables of line/. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const lineTables = {
  // Tickets whose customers say they were not served. Deleted when the desk has decided, or the ticket may expire.
  notServed: defineTable({
    queueId: v.id("queues"),
    generation: v.number(),
    ticketId: v.id("tickets"),
    until: v.number(),
  })
    .index("by_queueId_and_generation", ["queueId", "generation"])
    .index("by_ticketId", ["ticketId"])
    .index("by_until", ["until"]),

  // Many open tickets of one network in one queue. At most ten per queue; deleted when decided, or after a day.
  crowds: defineTable({
    queueId: v.id("queues"),
    /** A network's id, or a block's, which is the prefix of its networks' ids. */
    network: v.string(),
    /** Tickets from this time on; 0 for all. */
    since: v.number(),
    at: v.number(),
    /** The desk has confirmed these as customers; no notice until then. */
    quietUntil: v.number(),
    /** The event with which the desk removed them; undoing it brings them back. */
    removedBy: v.optional(v.id("ticketEvents")),
  })
    .index("by_queueId_and_network", ["queueId", "network"])
    .index("by_at", ["at"]),
};
