/** The tables of mail/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import {
  mailKindValidator,
  mailReasonValidator,
  mailStateValidator,
  tellingValidator,
} from "./rules/mailRules";

export const mailTables = {
  // E-mails: one row per occasion. Deleted with the visit's personal data, others after 100 days.
  mails: defineTable({
    /** Null for the newsletter, and for mails to admins. */
    businessId: v.nullable(v.id("businesses")),
    ticketId: v.nullable(v.id("tickets")),
    to: v.string(),
    kind: mailKindValidator,
    /** Identifies the mail among its kind: the day of a reminder, or the id of a support message. */
    occasion: v.string(),
    state: mailStateValidator,
    reason: v.optional(mailReasonValidator),
    /** For kind `booking`, once handed over: the time it stated; null: cancelled. */
    told: v.optional(v.nullable(v.number())),
    /** Since when it states that: the first try that did. */
    toldAt: v.optional(v.number()),
    /** What earlier tries may have stated, oldest first; at most one per try. */
    earlier: v.optional(v.array(tellingValidator)),
    tries: v.number(),
    /** The time of the next try; while sending, when to give up on an answer. */
    nextAt: v.number(),
    at: v.number(),
  })
    .index("by_ticketId_and_kind", ["ticketId", "kind", "at"])
    .index("by_to_and_at", ["to", "at"])
    .index("by_state_and_nextAt", ["state", "nextAt"])
    .index("by_businessId", ["businessId"])
    .index("by_at", ["at"]),

  // Mails a business has queued today: one row each, written with every mail.
  mailDays: defineTable({
    businessId: v.id("businesses"),
    day: v.string(),
    count: v.number(),
  }).index("by_businessId", ["businessId"]),

  // Addresses that opted out of a business's mails, as hashes. Written by an unsubscribe link; kept with the business.
  mailOptOuts: defineTable({
    businessId: v.id("businesses"),
    addressHash: v.string(),
  }).index("by_businessId_and_addressHash", ["businessId", "addressHash"]),
};
