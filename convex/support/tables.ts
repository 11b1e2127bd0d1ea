/** The tables of support/, with their writers and how often they write. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { supportSideValidator, supportStatusValidator } from "./rules/threads";

export const supportTables = {
  // Written with every message, status change and reading. Deleted with its messages, 24 months after the last one.
  supportThreads: defineTable({
    businessId: v.id("businesses"),
    subject: v.string(),
    status: supportStatusValidator,
    at: v.number(),
    lastAt: v.number(),
    lastBy: supportSideValidator,
    excerpt: v.string(),
    unreadByAdmins: v.boolean(),
    /** When the first message came that no admin has read; the mail is about that one. Absent if all are read. */
    unreadSince: v.optional(v.number()),
    unreadByOwner: v.boolean(),
  })
    .index("by_businessId_and_lastAt", ["businessId", "lastAt"])
    .index("by_businessId_and_status_and_lastAt", [
      "businessId",
      "status",
      "lastAt",
    ])
    .index("by_businessId_and_unreadByOwner", ["businessId", "unreadByOwner"])
    .index("by_status_and_lastAt", ["status", "lastAt"])
    .index("by_unreadByAdmins", ["unreadByAdmins"])
    .index("by_lastAt", ["lastAt"]),

  // The messages: written once each.
  supportMessages: defineTable({
    businessId: v.id("businesses"),
    threadId: v.id("supportThreads"),
    by: supportSideValidator,
    userId: v.id("users"),
    text: v.string(),
    at: v.number(),
  })
    .index("by_threadId_and_at", ["threadId", "at"])
    .index("by_businessId", ["businessId"]),
};
