/** The tables of reports/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { lookCellValidator } from "./rules/looks";
import { lookFields } from "../queue/rules/lookFields";
import { ratingCountsValidator } from "../queue/rules/rating";

export const reportsTables = {
  // Customers' ratings by day: written with each tap. Separate from queueDays, which each join and call writes.
  feedbackDays: defineTable({
    businessId: v.id("businesses"),
    queueId: v.id("queues"),
    day: v.string(),
    counts: ratingCountsValidator,
  })
    .index("by_queueId_and_day", ["queueId", "day"])
    .index("by_businessId_and_day", ["businessId", "day"]),

  // One row per device for half an hour, then part of lookDays. Written at the door and by a join.
  looks: defineTable({
    businessId: v.id("businesses"),
    /** The device makes it for this look only. */
    key: v.string(),
    ...lookFields,
    joined: v.boolean(),
    until: v.number(),
  })
    .index("by_key", ["key"])
    .index("by_until", ["until"])
    .index("by_businessId", ["businessId"]),

  // How many looks led to a join, by business day: written by maintenance.
  lookDays: defineTable({
    businessId: v.id("businesses"),
    day: v.string(),
    cells: v.array(lookCellValidator),
  }).index("by_businessId_and_day", ["businessId", "day"]),
};
