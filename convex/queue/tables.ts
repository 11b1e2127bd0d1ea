/** The tables of queue/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { undoOffer } from "./rules/answers";
import { chairStateValidator } from "./rules/chairState";
import { queueChangeValidator } from "./rules/queueChange";
import { dayCountsValidator } from "./rules/days";
import {
  lineFiguresValidator,
  lineStateValidator,
  pauseValidator,
} from "./rules/lineState";
import { lookFields } from "./rules/lookFields";
import { personEdit, storedPerson } from "./rules/person";
import { personCountsValidator } from "./rules/personDays";
import { ratingValidator } from "./rules/rating";
import { ticketStateValidator } from "./rules/ticketState";
import { eventKinds } from "./rules/events";
import {
  actorValidator,
  movedToValidator,
  quoteValidator,
  staffReasonValidator,
  waitSampleValidator,
} from "./rules/validators";
import { oneOf } from "../base/rules/oneOf";

export const queueTables = {
  // A queue's name and switch, rarely written. A deleted queue keeps its row for its history and last customers.
  queues: defineTable({
    businessId: v.id("businesses"),
    name: v.string(),
    description: v.nullable(v.string()),
    isActive: v.boolean(),
    /** Absent: true. */
    takesBookings: v.optional(v.boolean()),
    /** Before its tickets' numbers; null while the shop has had one open queue only (rules/letters.ts). */
    letter: v.nullable(v.string()),
    deletedAt: v.nullable(v.number()),
  }).index("by_businessId_and_deletedAt", ["businessId", "deletedAt"]),

  // The hot row: written with every join, call and end, and the only row that the shared line query reads.
  lines: defineTable({
    queueId: v.id("queues"),
    businessId: v.id("businesses"),
    /** Copied from the queue. */
    isActive: v.boolean(),
    /** How many people are served at once: what staff set, or the chairs on duty if named chairs serve the queue. */
    chairs: v.number(),
    /** How many may be booked at once: the named chairs at home here. Absent without named chairs: `chairs`. */
    places: v.optional(v.number()),
    pause: v.nullable(pauseValidator),
    state: lineStateValidator,
    undo: v.nullable(undoOffer),
  })
    .index("by_queueId", ["queueId"])
    .index("by_businessId", ["businessId"])
    .index("by_pause_end", ["pause.until"])
    .index("by_waitingCount", ["state.waitingCount"]),

  // Named chairs, at most twenty per business. Written when somebody takes one, or it changes or goes on or off duty.
  chairs: defineTable({
    businessId: v.id("businesses"),
    name: v.string(),
    /** The queues that it serves, at most ten. The first is its home, where it takes bookings. */
    queueIds: v.array(v.id("queues")),
    ...chairStateValidator.fields,
    /** A deleted chair keeps its row for the tickets that were called to it. */
    deletedAt: v.nullable(v.number()),
  })
    .index("by_businessId_and_deletedAt", ["businessId", "deletedAt"])
    .index("by_until", ["until"]),

  // Written each minute while customers wait and for an hour afterwards. Separate from lines, which every phone reads.
  waitSamples: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    /** At most sixty, oldest first. */
    samples: v.array(waitSampleValidator),
    lastWaitingAt: v.number(),
  })
    .index("by_queueId", ["queueId"])
    .index("by_businessId", ["businessId"])
    .index("by_lastWaitingAt", ["lastWaitingAt"]),

  // Written at sign-in and hourly by an open desk; at most five per business, deleted a week after the last use.
  ownNetworks: defineTable({
    businessId: v.id("businesses"),
    network: v.string(),
    at: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_at", ["at"]),

  // Written with each join, call and end.
  queueDays: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    day: v.string(),
    counts: dayCountsValidator,
  })
    .index("by_day", ["day"])
    .index("by_queueId_and_day", ["queueId", "day"])
    .index("by_businessId_and_day", ["businessId", "day"]),

  // One row per person of the team and day. Written with each call and end.
  personDays: defineTable({
    businessId: v.id("businesses"),
    userId: v.id("users"),
    day: v.string(),
    counts: personCountsValidator,
  })
    .index("by_person_and_day", ["businessId", "userId", "day"])
    .index("by_businessId_and_day", ["businessId", "day"]),

  // Written by line/data/moves and queue/data/ticketRows; read by its phone and by the desk.
  tickets: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    generation: v.number(),
    number: v.number(),
    ...storedPerson,
    email: v.optional(v.string()),
    /** SHA-256 of the phone's secret; null for a walk-in that staff added. */
    secretHash: v.nullable(v.string()),
    /** The phone's network id (base/rules/addresses.ts), which limits count; absent once the ticket has ended. */
    network: v.optional(v.string()),
    /** The same of an ended ticket, until it cannot come back any more. */
    endedNetwork: v.optional(
      v.object({ network: v.string(), until: v.number() }),
    ),
    joinedAt: v.number(),
    /** The booked time; kept after the booking became due. */
    scheduledTime: v.nullable(v.number()),
    /** How often the calendar data of the booking has changed; absent for never. */
    revision: v.optional(v.number()),
    staleAt: v.number(),
    state: ticketStateValidator,
    /** The wait that the phone was shown when its place in the line was new. */
    quote: v.optional(quoteValidator),
    /** What the phone looked at before joining, and the key of that look. */
    look: v.optional(v.object({ key: v.string(), ...lookFields })),
    /** A browser takes pushes for it, or did (pushSubscriptions). */
    hasPush: v.optional(v.literal(true)),
    /** When its personal data was erased (product.md U7). It cannot come back after that. */
    blankedAt: v.optional(v.number()),
    edited: v.optional(
      v.object({
        ...{ eventId: v.id("ticketEvents"), ...personEdit },
        email: v.optional(v.string()),
      }),
    ),
    /** How the visit was, and the business day of the first answer, on which it counts. */
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
    .index("by_endedNetwork_end", ["endedNetwork.until"])
    .index("by_slot", ["queueId", "generation", "state.slot.start"])
    .index("by_businessId_and_slot", ["businessId", "state.slot.start"])
    .index("by_booked_time", ["businessId", "scheduledTime"])
    .index("by_scheduled_slot", ["state.isScheduled", "state.slot.start"])
    .index("by_grace_end", ["state.graceEndsAt"])
    .index("by_chair", ["state.chairId", "state.status"])
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

  // One row per state change, never updated except for `undoneAt`.
  ticketEvents: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    ticketId: v.nullable(v.id("tickets")),
    generation: v.number(),
    /** The ticket's number, or how many people were in suspicious joins. */
    number: v.nullable(v.number()),
    kind: oneOf(...eventKinds),
    actor: actorValidator,
    at: v.number(),
    before: v.nullable(ticketStateValidator),
    after: v.nullable(ticketStateValidator),
    /** Such as the call that completed the previous customer. */
    partOf: v.nullable(v.id("ticketEvents")),
    /** For undoable events: the line's figures that are not the sum of its tickets. */
    figuresBefore: v.nullable(lineFiguresValidator),
    undoneAt: v.nullable(v.number()),
    /** The queue, if staff did this there as one action; for the desk's history. */
    desk: v.optional(v.id("queues")),
    reason: v.optional(staffReasonValidator),
    change: v.optional(queueChangeValidator),
    /** For a transfer: the target, and the quote that applied before. */
    movedTo: v.optional(movedToValidator),
    quoteBefore: v.optional(quoteValidator),
  })
    .index("by_desk", ["desk"])
    .index("by_partOf", ["partOf"])
    .index("by_ticketId", ["ticketId"])
    .index("by_queueId", ["queueId"]),
};
