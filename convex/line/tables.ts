/** The tables of line/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { queueChangeValidator } from "../queue/rules/change";
import {
  actorValidator,
  eventKindValidator,
  staffReasonValidator,
  movedToValidator,
} from "../queue/rules/events";
import { lineFiguresValidator } from "../queue/rules/lineState";
import { quoteValidator } from "../queue/rules/pace";
import { ticketStateValidator } from "../queue/rules/ticketState";
import { ratingValidator } from "../reports/rules/feedback";
import { lookFields } from "../reports/rules/looks";

export const lineTables = {
  // One customer's ticket: written by tickets.* and desk.*; read by the one
  // phone that holds its secret and by the counter.
  tickets: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    generation: v.number(),
    number: v.number(),
    name: v.nullable(v.string()),
    phone: v.nullable(v.string()),
    /** Of a booking, for its confirmation and reminders. */
    email: v.optional(v.string()),
    /** SHA-256 of the phone's secret; null for a walk-in whom staff added. */
    secretHash: v.nullable(v.string()),
    /** The id of the network that a phone joined from (base/rules/addresses.ts); gone when the ticket has ended. */
    network: v.optional(v.string()),
    joinedAt: v.number(),
    /** The booked time; kept after the booking became due. */
    scheduledTime: v.nullable(v.number()),
    /** How often what calendars show of the booking has changed; absent for never. */
    revision: v.optional(v.number()),
    /** When maintenance may expire it if it is still open. */
    staleAt: v.number(),
    state: ticketStateValidator,
    /** The wait that the phone was told when its place in the line was new. */
    quote: v.optional(quoteValidator),
    /** What its phone had looked at before, and the key of that look. */
    look: v.optional(v.object({ key: v.string(), ...lookFields })),
    /** A browser takes pushes for it, or has (pushSubscriptions). */
    hasPush: v.optional(v.literal(true)),
    /** When name, phone number, address and note were taken out (product.md U7): nobody comes back from there. */
    blankedAt: v.optional(v.number()),
    /** What staff have noted; theirs alone. */
    note: v.optional(v.string()),
    /** What staff have changed last, and how it was before: what undo puts back. */
    edited: v.optional(
      v.object({
        eventId: v.id("ticketEvents"),
        name: v.nullable(v.string()),
        phone: v.nullable(v.string()),
        note: v.nullable(v.string()),
        email: v.optional(v.string()),
      }),
    ),
    /** How the visit was, and the business day on which it counts: that of the first answer. */
    feedback: v.optional(
      v.object({ rating: ratingValidator, day: v.string() }),
    ),
  })
    .index("by_secretHash", ["secretHash"])
    .index("by_network", [
      "queueId",
      "state.isScheduled",
      "network",
      "joinedAt",
    ])
    .index("by_slot", ["queueId", "generation", "state.slot.start"])
    .index("by_businessId_and_slot", ["businessId", "state.slot.start"])
    .index("by_booked_time", ["businessId", "scheduledTime"])
    .index("by_scheduled_slot", ["state.isScheduled", "state.slot.start"])
    .index("by_grace_end", ["state.graceEndsAt"])
    .index("by_line_and_order", [
      "queueId",
      "generation",
      "state.status",
      "state.isScheduled",
      "state.orderAt",
      "number",
    ])
    .index("by_blankedAt_and_end", ["blankedAt", "state.endedAt"])
    .index("by_status_and_staleAt", ["state.status", "staleAt"])
    .index("by_status_and_business", ["state.status", "businessId", "staleAt"])
    .index("by_endReason_and_staleAt", ["state.endReason", "staleAt"]),

  // Who says they were not served, for the desk: a row for each ticket whose
  // state says so. Deleted when the desk has decided, or when the ticket is so
  // old that it would expire.
  notServed: defineTable({
    queueId: v.id("queues"),
    generation: v.number(),
    ticketId: v.id("tickets"),
    until: v.number(),
  })
    .index("by_queueId_and_generation", ["queueId", "generation"])
    .index("by_ticketId", ["ticketId"])
    .index("by_until", ["until"]),

  // Many open tickets of one network in one queue, for the desk to look at.
  // Written when there are too many; ten a queue, deleted when the desk has
  // decided or after a day.
  crowds: defineTable({
    queueId: v.id("queues"),
    /** A network's id, or a block's: those that begin with it belong to it. */
    network: v.string(),
    /** Tickets from this time on; 0 for all. */
    since: v.number(),
    at: v.number(),
    /** The desk has said that these are customers; not told again until then. */
    quietUntil: v.number(),
    /** The desk has removed them with this event; undoing it brings them back. */
    removedBy: v.optional(v.id("ticketEvents")),
  })
    .index("by_queueId_and_network", ["queueId", "network"])
    .index("by_at", ["at"]),

  // What happened to tickets: one row for each state change, never changed
  // except for `undoneAt`. Undo, audit and analytics read it.
  ticketEvents: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    /** Null for what concerns the whole queue. */
    ticketId: v.nullable(v.id("tickets")),
    generation: v.number(),
    /** The ticket's, or how many people a crowd were; null for what concerns the whole queue. */
    number: v.nullable(v.number()),
    kind: eventKindValidator,
    actor: actorValidator,
    at: v.number(),
    before: v.nullable(ticketStateValidator),
    after: v.nullable(ticketStateValidator),
    /** The event that this one was part of, such as the call that completed the previous customer. */
    partOf: v.nullable(v.id("ticketEvents")),
    /** For what can be undone: the line's figures that are not the sum of its tickets. */
    figuresBefore: v.nullable(lineFiguresValidator),
    undoneAt: v.nullable(v.number()),
    /** The queue, for what staff have done there as one action: the desk's history. */
    desk: v.optional(v.id("queues")),
    /** Why staff have moved somebody in the line, or removed them. */
    reason: v.optional(staffReasonValidator),
    /** Of an action on the queue itself that can be taken back. */
    change: v.optional(queueChangeValidator),
    /** Of a transfer: where to, and the promise that held before. */
    movedTo: v.optional(movedToValidator),
    quoteBefore: v.optional(quoteValidator),
  })
    .index("by_desk", ["desk"])
    .index("by_partOf", ["partOf"])
    .index("by_ticketId", ["ticketId"])
    .index("by_queueId", ["queueId"]),
};
