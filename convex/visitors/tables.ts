/** The tables of visitors/, with their writers and how often they write. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { demoRequestValidator } from "./rules/forms";

export const visitorsTables = {
  // Demo requests: written by a public form, read by admins. Deleted after 24 months.
  demoRequests: defineTable({ ...demoRequestValidator.fields, at: v.number() })
    .index("by_email_and_at", ["email", "at"])
    .index("by_at", ["at"]),

  // Newsletter addresses, once each: written by the form at the end of the front page. Kept until removed on request.
  newsletterAddresses: defineTable({
    email: v.string(),
    /** SHA-256, by which a mail's unsubscribe link finds it; absent in old rows. */
    emailHash: v.optional(v.string()),
    at: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_emailHash", ["emailHash"]),
};
