/**
 * Every table, with who writes it and how often. What changes with each call
 * is apart from what changes rarely, because a row is the unit of watching:
 * each write to it re-runs every query that read it.
 */
import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { undoOffer } from "./model/answers";
import {
  paymentFlag,
  subscriptionFacts,
  subscriptionSource,
  subscriptionState,
} from "./model/billing";
import { dayCountsValidator } from "./model/days";
import { erasedByValidator } from "./model/erasure";
import { exportStateValidator } from "./model/exports";
import {
  actorValidator,
  eventKindValidator,
  movedToValidator,
  moveReasonValidator,
} from "./model/events";
import { ratingCountsValidator, ratingValidator } from "./model/feedback";
import { operatingHoursValidator, specialDaysValidator } from "./model/hours";
import {
  lineFiguresValidator,
  lineStateValidator,
  pauseValidator,
} from "./model/lineState";
import { noticeValidator } from "./model/notice";
import { lookCellValidator, lookFields } from "./model/looks";
import { queueChangeValidator } from "./model/queueChange";
import { quoteValidator } from "./model/pace";
import { progress } from "./model/migration";
import { migrations } from "./model/migrations";
import { isMigrating } from "./model/phase";
import { boardNamesValidator } from "./model/profile";
import { planValidator, soldPlanValidator } from "./model/planValidators";
import { ticketStateValidator } from "./model/ticketState";
import { waitSampleValidator } from "./model/waitSamples";
import { widened } from "./model/wideSchema";
import { adminTables } from "./tables/admins";
import { alertTables } from "./tables/alerts";
import { auditTables } from "./tables/audit";
import { calendarTables } from "./tables/calendars";
import { demoTables } from "./tables/demos";
import { directoryTables } from "./tables/directory";
import { feedTables } from "./tables/feeds";
import { mailTables } from "./tables/mails";
import { supportTables } from "./tables/support";
import { textTables } from "./tables/texts";
import { upkeepTables } from "./tables/upkeep";

const schema = defineSchema({
  // users, authSessions, authAccounts, authRefreshTokens and the like: written
  // by @convex-dev/auth and, for users and password accounts, by data/accounts.
  ...authTables,
  ...adminTables,
  ...mailTables,
  ...feedTables,
  ...calendarTables,
  ...demoTables,
  ...directoryTables,
  ...supportTables,
  ...auditTables,

  // Codes for a forgotten password, as slow hashes; up to twenty an address.
  // Written with each request; deleted when one is used, or ten minutes later.
  passwordResets: defineTable({
    email: v.string(),
    codeHash: v.string(),
    /** The hash of the browser that asked, or the id of its network. */
    asker: v.string(),
    expiresAt: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_expiresAt", ["expiresAt"]),

  // New e-mail addresses that wait for the code sent to them: one a user, with
  // a slow hash. Written with each request and guess; deleted when the code is
  // used or replaced, or ten minutes later.
  emailChanges: defineTable({
    userId: v.id("users"),
    email: v.string(),
    codeHash: v.string(),
    tries: v.number(),
    expiresAt: v.number(),
  })
    .index("by_userId", ["userId"])
    .index("by_expiresAt", ["expiresAt"]),

  // Browsers in which somebody has signed in: they get in while strangers
  // guess at the address. Written at sign-in; ten a user.
  knownDevices: defineTable({
    userId: v.id("users"),
    /** SHA-256 of the browser's secret. */
    deviceHash: v.string(),
  })
    .index("by_userId_and_deviceHash", ["userId", "deviceHash"])
    .index("by_deviceHash", ["deviceHash"]),

  // A business and its settings: written at sign-up and when its owner or an
  // admin changes something, so a few times a month.
  businesses: defineTable({
    ownerId: v.id("users"),
    name: v.string(),
    email: v.string(),
    phone: v.nullable(v.string()),
    description: v.nullable(v.string()),
    /** A logo that is no file of ours; read with data/logos logoUrlOf. */
    logoUrl: v.nullable(v.string()),
    /** The logo's file; absent where there is none. */
    logoId: v.optional(v.id("_storage")),
    plan: planValidator,
    timezone: v.string(),
    /** ISO alpha-2: whose way of writing phone numbers its customers have; null where the time zone is of none. */
    country: v.nullable(v.string()),
    operatingHours: operatingHoursValidator,
    /** Holidays and other hours by date, sorted. */
    specialDays: specialDaysValidator,
    slotMinutes: v.number(),
    /** Nobody joins outside opening hours. */
    walkInsOnlyWhenOpen: v.boolean(),
    /** So many people ahead, and a phone says 'almost your turn'; 0 never does. */
    almostAt: v.number(),
    /** Call Next completes the caller's previous customers. */
    autoComplete: v.boolean(),
    /** The no-show grace: minutes a called person has to appear; 0 switches the clock off. */
    graceMinutes: v.number(),
    /** 'Running late', as long as it is said. */
    notice: v.optional(noticeValidator),
    /** What the board in the shop shows of people beside their numbers; absent: nothing. */
    boardNames: v.optional(boardNamesValidator),
    isDemo: v.boolean(),
    /** When the owner went through the first-run wizard; absent until then. */
    setupCompletedAt: v.optional(v.number()),
    /** Its account has been deleted, and its rows are going: it is no business to anybody any more. */
    erasedAt: v.optional(v.number()),
  })
    .index("by_ownerId", ["ownerId"])
    .index("by_logoId", ["logoId"])
    .index("by_notice_end", ["notice.until"]),

  // Accounts that were deleted and whose rows are not all gone: one row each,
  // written with every batch and deleted after the last one.
  erasures: defineTable({
    businessId: v.id("businesses"),
    /** Who wanted it. */
    by: erasedByValidator,
    /** Deleted at Stripe when the rows are gone; null for none. */
    stripeCustomerId: v.nullable(v.string()),
    /** They have ended; their refresh tokens are still to go. */
    sessionIds: v.array(v.id("authSessions")),
    /** The last batch. */
    at: v.number(),
    /** Deleted so far; absent before the first batch. */
    rows: v.optional(v.number()),
  })
    .index("by_at", ["at"])
    .index("by_businessId", ["businessId"]),

  // What owners took away as a file: one row a business, written while it is
  // being put together; deleted with its file when it was fetched, or after an
  // hour.
  exports: defineTable({
    businessId: v.id("businesses"),
    state: exportStateValidator,
    /** How many rows are in it so far. */
    rows: v.number(),
    storageId: v.nullable(v.id("_storage")),
    /** When it is given up or deleted. */
    until: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_until", ["until"]),

  // What a business has paid for or was granted, and how Stripe knows it: one
  // row from the first step towards payment on. Written after Stripe has said
  // something, or by an admin's grant; `businesses.plan` is written with it.
  subscriptions: defineTable({
    businessId: v.id("businesses"),
    stripeCustomerId: v.nullable(v.string()),
    /** What Stripe last said; null before there is a subscription. */
    paid: v.nullable(subscriptionFacts),
    /** A plan that needs no payment; no webhook takes it away. */
    grantedPlan: v.nullable(planValidator),
    source: subscriptionSource,
    /** What model/billing makes of it; `plan` is the one whose limits hold. */
    state: subscriptionState,
    plan: planValidator,
    pastDueSince: v.nullable(v.number()),
    /** End of the dunning: the payment that failed has to be made good by then. */
    graceEndsAt: v.nullable(v.number()),
    cancelAt: v.nullable(v.number()),
    flag: v.nullable(paymentFlag),
    /** How often Stripe was asked, and the newest asking whose answer is here: an older answer never replaces it. */
    asked: v.number(),
    applied: v.number(),
    updatedAt: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_grace_end", ["graceEndsAt"])
    .index("by_stripeCustomerId", ["stripeCustomerId"]),

  // The payment that an owner has begun: one row a business, written with each
  // click on a plan. Kept, because attempts are counted.
  checkouts: defineTable({
    businessId: v.id("businesses"),
    plan: soldPlanValidator,
    successPath: v.string(),
    cancelPath: v.string(),
    attempt: v.number(),
    /** Stripe's id; null until Stripe has answered. */
    sessionId: v.nullable(v.string()),
    at: v.number(),
  }).index("by_businessId", ["businessId"]),

  // Stripe's events that have had their effect, so that each has one. Written
  // with the effect; deleted after 35 days.
  stripeEvents: defineTable({
    eventId: v.string(),
    type: v.string(),
    at: v.number(),
  })
    .index("by_eventId", ["eventId"])
    .index("by_at", ["at"]),

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
    /** The id of the network that a phone joined from (model/addresses.ts); gone when the ticket has ended. */
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
    /** Why staff have moved somebody. */
    reason: v.optional(moveReasonValidator),
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

  // How customers said their visits were, by day: written with each tap of
  // theirs. Apart from queueDays, which each join and call writes.
  feedbackDays: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    day: v.string(),
    counts: ratingCountsValidator,
  })
    .index("by_queueId_and_day", ["queueId", "day"])
    .index("by_businessId_and_day", ["businessId", "day"]),

  // Devices that have seen a business's waits: a row each for half an hour, then
  // part of lookDays. Written at the door, and once more by a join.
  looks: defineTable({
    businessId: v.id("businesses"),
    /** The device's own, made for this look alone. */
    key: v.string(),
    ...lookFields,
    joined: v.boolean(),
    until: v.number(),
  })
    .index("by_key", ["key"])
    .index("by_until", ["until"])
    .index("by_businessId", ["businessId"]),

  // How many of them joined, by business day: written by maintenance.
  lookDays: defineTable({
    businessId: v.id("businesses"),
    day: v.string(),
    cells: v.array(lookCellValidator),
  }).index("by_businessId_and_day", ["businessId", "day"]),

  // Answers to actions at the counter by the screen's request key, so that a
  // double click has one effect and the same answer. Deleted after a day.
  deskRequests: defineTable({
    businessId: v.id("businesses"),
    key: v.string(),
    at: v.number(),
    /** In the form that the function's `returns` has; it is checked against it again. */
    answer: v.any(),
  })
    .index("by_businessId_and_key", ["businessId", "key"])
    .index("by_at", ["at"]),

  // Token buckets of the anonymous entrances: written with each join and
  // sign-in. Deleted when full again.
  rateLimits: defineTable({
    key: v.string(),
    tokens: v.number(),
    at: v.number(),
  })
    .index("by_key", ["key"])
    .index("by_at", ["at"]),

  ...textTables,
  ...alertTables,
  ...upkeepTables,

  // How far the migrations have come: a row each, written with every batch.
  migrations: defineTable(progress),
});

export default isMigrating ? widened(schema, migrations) : schema;
