/** The tables of what visitors leave on the front page, with who writes them and how often. Part of schema.ts. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { demoRequestValidator } from "../model/demos";

export const demoTables = {
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
