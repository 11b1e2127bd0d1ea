/** The tables of privacy/, with their writers and how often they write. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { erasedByValidator } from "./rules/erasure";
import { exportStateValidator } from "./rules/exports";

export const privacyTables = {
  // Deleted accounts that still have rows: one row each, written with every batch and deleted after the last one.
  erasures: defineTable({
    businessId: v.id("businesses"),
    by: erasedByValidator,
    /** Deleted at Stripe when the rows are gone; null for none. */
    stripeCustomerId: v.nullable(v.string()),
    /** Ended sessions whose refresh tokens are still to be deleted. */
    sessionIds: v.array(v.id("authSessions")),
    at: v.number(),
    /** Rows deleted so far; absent before the first batch. */
    rows: v.optional(v.number()),
  })
    .index("by_at", ["at"])
    .index("by_businessId", ["businessId"]),

  // Data exports: one row per business. Deleted with its file after the download, or after an hour.
  exports: defineTable({
    businessId: v.id("businesses"),
    state: exportStateValidator,
    rows: v.number(),
    storageId: v.nullable(v.id("_storage")),
    /** When it is given up or deleted. */
    until: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_until", ["until"]),
};
