/** The table of calendars to subscribe to, with who writes it and how often. Part of schema.ts. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const feedTables = {
  // The secret address of a business's bookings as a calendar: one row a
  // business, written when its owner makes a new one.
  calendarFeeds: defineTable({
    businessId: v.id("businesses"),
    /** SHA-256 of the secret. */
    secretHash: v.string(),
    at: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_secretHash", ["secretHash"]),
};
