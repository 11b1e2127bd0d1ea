/** The tables of those who run the platform and of their sessions in the portal, with who writes them and how often. Part of schema.ts. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const adminTables = {
  // Who runs the platform. Written by an admin's grant; read with each admin
  // call. Its own table because the auth library writes to `users`.
  admins: defineTable({
    userId: v.id("users"),
    grantedBy: v.nullable(v.id("users")),
  }).index("by_userId", ["userId"]),

  // Sessions in which an admin's functions answer: one at most for each session
  // of an admin. Written when the password is given; deleted an hour after the
  // last time, with the session, and with the role. product.md O10
  adminSessions: defineTable({
    sessionId: v.id("authSessions"),
    userId: v.id("users"),
    /** When it is over: an hour after the password was last given. */
    until: v.number(),
    /** Until then what destroys needs no password. */
    confirmedUntil: v.number(),
    /** Nothing answers before the admin has set a second factor up; absent: all does. */
    needsSecondFactor: v.optional(v.literal(true)),
    /** The business that the admin looks at as its owner sees it; absent: none. */
    viewing: v.optional(v.id("businesses")),
  })
    .index("by_sessionId", ["sessionId"])
    .index("by_userId", ["userId"])
    .index("by_until", ["until"]),
};
