/** The tables of privacy/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { erasedByValidator } from "./rules/erasure";
import { exportStateValidator } from "./rules/exports";

export const privacyTables = {
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
};
