/** The tables of texts (SMS) to customers, with who writes them and how often. Part of schema.ts. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { sealedValidator } from "../model/sealed";
import {
  ownTemplatesValidator,
  templateNameValidator,
} from "../model/templates";
import {
  textPurposeValidator,
  textReasonValidator,
  textStateValidator,
  textViaValidator,
} from "../model/texts";

export const textTables = {
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
};
