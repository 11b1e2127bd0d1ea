/** The tables of mail/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import {
  mailKindValidator,
  mailReasonValidator,
  mailStateValidator,
  tellingValidator,
} from "./rules/mailRules";

export const mailTables = {
  // E-mails to customers, to owners from support, to admins about owners' messages, and to the newsletter's readers: one row for each
  // occasion, written when it is queued, before and after each try; deleted
  // with what is known of the visit's holder, others after 100 days.
  mails: defineTable({
    /** Null for the newsletter, and for mails to admins. */
    businessId: v.nullable(v.id("businesses")),
    ticketId: v.nullable(v.id("tickets")),
    to: v.string(),
    kind: mailKindValidator,
    /** What of this kind it is about, once: the day of a reminder, the id of a message of support's. */
    occasion: v.string(),
    state: mailStateValidator,
    reason: v.optional(mailReasonValidator),
    /** Of kind `booking`, once it was handed over: the time that it told; null if that it is off. */
    told: v.optional(v.nullable(v.number())),
    /** Since when it tells that: at the first try that did. */
    toldAt: v.optional(v.number()),
    /** What earlier tries of this mail may have told, oldest first: as many as there are tries. */
    earlier: v.optional(v.array(tellingValidator)),
    tries: v.number(),
    /** When it is tried next, or given up while it is being sent. */
    nextAt: v.number(),
    at: v.number(),
  })
    .index("by_ticketId_and_kind", ["ticketId", "kind", "at"])
    .index("by_to_and_at", ["to", "at"])
    .index("by_state_and_nextAt", ["state", "nextAt"])
    .index("by_businessId", ["businessId"])
    .index("by_at", ["at"]),

  // How many mails a business has queued today: a row each, written with every
  // mail.
  mailDays: defineTable({
    businessId: v.id("businesses"),
    /** Of the business's own calendar. */
    day: v.string(),
    count: v.number(),
  }).index("by_businessId", ["businessId"]),

  // Addresses that want no more mails of a business: written by a link in one.
  // Kept with the business, as a hash.
  mailOptOuts: defineTable({
    businessId: v.id("businesses"),
    addressHash: v.string(),
  }).index("by_businessId_and_addressHash", ["businessId", "addressHash"]),
};
