/** The tables of messages/, with who writes them and how often. */
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
import {
  ownTemplatesValidator,
  templateNameValidator,
} from "./rules/smsTemplates";

export const messagesTables = {
  // Texts (SMS) to customers: written when one is to go out, and with each news
  // of it. Deleted after 30 days, numbers and words with them.
  smsMessages: defineTable({
    businessId: v.id("businesses"),
    ticketId: v.nullable(v.id("tickets")),
    /** E.164. */
    to: v.string(),
    body: v.string(),
    purpose: textPurposeValidator,
    /** The template that it was made of; null for words of the owner's. */
    template: v.nullable(templateNameValidator),
    state: textStateValidator,
    reason: v.nullable(textReasonValidator),
    via: textViaValidator,
    /** The number that it was sent from, E.164; null before that. */
    from: v.nullable(v.string()),
    /** Twilio's id; null until Twilio has told it. */
    sid: v.nullable(v.string()),
    segments: v.number(),
    /** The month whose quota it counts against, in the business's zone. */
    month: v.string(),
    at: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_to_and_from", ["to", "from"])
    .index("by_state_and_at", ["state", "at"])
    .index("by_at", ["at"]),

  // Texts of the current month and day: a row a business, written with each
  // text that goes out. What is reserved counts until it surely was not sent.
  smsMonths: defineTable({
    businessId: v.id("businesses"),
    month: v.string(),
    /** Of the platform's account. */
    used: v.number(),
    day: v.string(),
    /** Of any account. */
    usedToday: v.number(),
    /** When the month ends: maintenance begins the next one. */
    endsAt: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_endsAt", ["endsAt"]),

  // Who has answered STOP, to which sender: a keyed hash of the two numbers, and
  // of no business, because it outlives tickets and accounts.
  smsOptOuts: defineTable({
    pairHash: v.string(),
    at: v.number(),
  }).index("by_pairHash", ["pairHash"]),

  // Texts that customers have sent to us, by Twilio's id, so that each is
  // answered once. Deleted after 30 days.
  smsInbound: defineTable({
    sid: v.string(),
    at: v.number(),
  })
    .index("by_sid", ["sid"])
    .index("by_at", ["at"]),

  // How a business texts: its own templates and Twilio account. A row once the
  // owner has set something.
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
    /** The watched job (upkeep/data/lostAlarms.ts): a text, because its table has another number elsewhere. */
    job: v.string(),
    /** What rows got from then on has its job. */
    jobsSince: v.number(),
    /** So far alarms without a job are set again. */
    setUpTo: v.number(),
    /** When that was done last. */
    at: v.number(),
  }),

  // One occasion to tell one customer something, such as a call: written when
  // it begins, by its steps, and when it is answered or over. Deleted after a
  // week.
  alerts: defineTable({
    businessId: v.id("businesses"),
    ticketId: v.id("tickets"),
    kind: alertKindValidator,
    /** Which call, which day: each occasion of a ticket has one row. */
    occasion: v.string(),
    at: v.number(),
    /** When the next way of telling is due; absent when none is left. */
    nextAt: v.optional(v.number()),
    /** Somebody has touched the page that rang, or tapped the notification. */
    seenAt: v.optional(v.number()),
    /** Answered, taken back or over: nobody is told any more. */
    endedAt: v.optional(v.number()),
  })
    .index("by_ticketId_and_occasion", ["ticketId", "occasion"])
    .index("by_nextAt", ["nextAt"])
    .index("by_at", ["at"])
    .index("by_businessId", ["businessId"]),

  // One way tried for an alert, one row each; written when it is tried and by
  // what is heard of it.
  alertSteps: defineTable({
    businessId: v.id("businesses"),
    alertId: v.id("alerts"),
    channel: channelValidator,
    state: stepStateValidator,
    /** Why it failed, or was not tried. */
    reason: v.optional(stepReasonValidator),
    at: v.number(),
    /** The text; its row knows better than `state` what has come of it. */
    smsId: v.optional(v.id("smsMessages")),
    /** The e-mail, likewise. */
    mailId: v.optional(v.id("mails")),
    /** SHA-256 of what the device answers with when it has the push. */
    receiptHash: v.optional(v.string()),
    /** When a quiet push took its place, because the call was none any more. */
    withdrawnAt: v.optional(v.number()),
  })
    .index("by_alertId", ["alertId"])
    .index("by_receiptHash", ["receiptHash"])
    .index("by_businessId", ["businessId"]),

  // Open tickets whose holders can be reached without their page: a row each,
  // written when that begins and ends. Apart from tickets, so that nobody
  // looks for them among those who cannot.
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

  // Where a browser takes pushes for a ticket: three a ticket. Written from a
  // tap and with each visit of its page; deleted soon after the ticket's end,
  // or when the service says that nobody is there.
  pushSubscriptions: defineTable({
    businessId: v.id("businesses"),
    ticketId: v.id("tickets"),
    endpoint: v.string(),
    /** The browser's public key and its secret for messages to it, base64url. */
    p256dh: v.string(),
    auth: v.string(),
    at: v.number(),
  })
    .index("by_ticketId", ["ticketId"])
    .index("by_endpoint", ["endpoint"])
    .index("by_at", ["at"])
    .index("by_businessId", ["businessId"]),
};
