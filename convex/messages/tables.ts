/** The tables of messages/, with their writers and how often they write. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { sealedValidator } from "../base/rules/sealed";
import {
  alertKindValidator,
  channelValidator,
  stepReasonValidator,
  stepStateValidator,
} from "./rules/escalation";
import {
  textPurposeValidator,
  textReasonValidator,
  textStateValidator,
  textViaValidator,
} from "./rules/sms";
import { subscriptionFields } from "./rules/pushEndpoint";
import {
  ownTemplatesValidator,
  templateNameValidator,
} from "./rules/smsTemplates";

export const messagesTables = {
  // Texts to customers. Deleted after 30 days, with numbers and words.
  smsMessages: defineTable({
    businessId: v.id("businesses"),
    ticketId: v.nullable(v.id("tickets")),
    /** E.164. */
    to: v.string(),
    body: v.string(),
    purpose: textPurposeValidator,
    /** The template that it was made from; null for the owner's own words. */
    template: v.nullable(templateNameValidator),
    state: textStateValidator,
    reason: v.nullable(textReasonValidator),
    via: textViaValidator,
    /** The number that it was sent from, E.164; null before that. */
    from: v.nullable(v.string()),
    sid: v.nullable(v.string()),
    segments: v.number(),
    /** The month whose quota it counts against, in the business's time zone. */
    month: v.string(),
    at: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_to_and_from", ["to", "from"])
    .index("by_state_and_at", ["state", "at"])
    .index("by_at", ["at"]),

  // Texts of the current month and day: one row per business. A reserved text counts unless it certainly was not sent.
  smsMonths: defineTable({
    businessId: v.id("businesses"),
    month: v.string(),
    /** Texts of the platform's account. */
    used: v.number(),
    day: v.string(),
    /** Texts of any account. */
    usedToday: v.number(),
    /** When the month ends; maintenance starts the next one. */
    endsAt: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_endsAt", ["endsAt"]),

  // STOP answers: a keyed hash of the two numbers. No business, because the row outlives tickets and accounts.
  smsOptOuts: defineTable({
    pairHash: v.string(),
    at: v.number(),
  }).index("by_pairHash", ["pairHash"]),

  // Texts from customers by Twilio's id, so that each is answered once. Deleted after 30 days.
  smsInbound: defineTable({ sid: v.string(), at: v.number() })
    .index("by_sid", ["sid"])
    .index("by_at", ["at"]),

  // A business's own templates and Twilio account. The row exists once the owner has set something.
  smsSettings: defineTable({
    businessId: v.id("businesses"),
    templates: ownTemplatesValidator,
    twilio: v.nullable(
      v.object({
        /** Account SID and auth token as JSON, sealed for `twilio`. */
        secret: sealedValidator,
        /** SHA-256 of the SID, by which Twilio's calls find it. */
        accountHash: v.string(),
        sidLast4: v.string(),
        /** The sender, E.164. */
        from: v.string(),
      }),
    ),
  })
    .index("by_businessId", ["businessId"])
    .index("by_account", ["twilio.accountHash"]),

  // Whether the deployment has all its jobs: one row, written by maintenance.
  alarmKeeper: defineTable({
    /** The watched job (upkeep/data/lostAlarms.ts); a string, because its table has another number elsewhere. */
    job: v.string(),
    /** Rows written from this time on have their jobs. */
    jobsSince: v.number(),
    /** Up to this time, alarms without a job have been set again. */
    setUpTo: v.number(),
    at: v.number(),
  }),

  // One occasion to alert one customer, such as a call. Deleted after a week.
  alerts: defineTable({
    businessId: v.id("businesses"),
    ticketId: v.id("tickets"),
    kind: alertKindValidator,
    /** Which call or day; each occasion of a ticket has one row. */
    occasion: v.string(),
    at: v.number(),
    /** When the next escalation step is due; absent when none is left. */
    nextAt: v.optional(v.number()),
    /** The customer has touched the page that rang, or tapped the notification. */
    seenAt: v.optional(v.number()),
    /** Answered, taken back or over: no more steps. */
    endedAt: v.optional(v.number()),
  })
    .index("by_ticketId_and_occasion", ["ticketId", "occasion"])
    .index("by_nextAt", ["nextAt"])
    .index("by_at", ["at"])
    .index("by_businessId", ["businessId"]),

  // One row per channel tried for an alert. Written when it is tried and with each result.
  alertSteps: defineTable({
    businessId: v.id("businesses"),
    alertId: v.id("alerts"),
    channel: channelValidator,
    state: stepStateValidator,
    reason: v.optional(stepReasonValidator),
    at: v.number(),
    /** The text; its row has the current state. */
    smsId: v.optional(v.id("smsMessages")),
    /** The mail, likewise. */
    mailId: v.optional(v.id("mails")),
    /** SHA-256 of the receipt that the device sends back. */
    receiptHash: v.optional(v.string()),
    /** When a quiet push replaced it, because the call no longer stood. */
    withdrawnAt: v.optional(v.number()),
  })
    .index("by_alertId", ["alertId"])
    .index("by_receiptHash", ["receiptHash"])
    .index("by_businessId", ["businessId"]),

  // Open tickets that can be reached without the page, apart from tickets, so that searches read no others.
  alertTargets: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    generation: v.number(),
    number: v.number(),
    ticketId: v.id("tickets"),
  })
    .index("by_ticketId", ["ticketId"])
    .index("by_line_and_number", ["queueId", "generation", "number"])
    .index("by_businessId", ["businessId"]),

  // The browsers that take a ticket's pushes, at most three. Deleted soon after its end, or when the service says so.
  pushSubscriptions: defineTable({
    businessId: v.id("businesses"),
    ticketId: v.id("tickets"),
    ...subscriptionFields,
    at: v.number(),
  })
    .index("by_ticketId", ["ticketId"])
    .index("by_endpoint", ["endpoint"])
    .index("by_at", ["at"])
    .index("by_businessId", ["businessId"]),
};
