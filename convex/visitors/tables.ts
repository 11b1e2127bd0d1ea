/** The tables of visitors/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { demoRequestValidator } from "./rules/forms";

export const visitorsTables = {
  // Requests for a demo: written by a form that anybody may send; read by
  // admins. Deleted after 24 months.
  demoRequests: defineTable({
    ...demoRequestValidator.fields,
    at: v.number(),
  })
    .index("by_email_and_at", ["email", "at"])
    .index("by_at", ["at"]),

  // Addresses for the newsletter, each once: written by the form at the end of
  // the front page. Kept until somebody asks to be taken off.
  newsletterAddresses: defineTable({
    email: v.string(),
    /** SHA-256, by which the link in a mail finds it; absent in rows from before there were mails. */
    emailHash: v.optional(v.string()),
    at: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_emailHash", ["emailHash"]),
};
