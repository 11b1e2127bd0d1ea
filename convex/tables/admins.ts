/** The tables of those who run the platform, of their sessions in the portal, of second factors and of new accounts, with who writes them and how often. Part of schema.ts. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { sealedValidator } from "../model/sealed";

export const adminTables = {
  // Who runs the platform. Written by an admin's grant; read with each admin
  // call. Its own table because the auth library writes to `users`.
  admins: defineTable({
    userId: v.id("users"),
    grantedBy: v.nullable(v.id("users")),
    /** It counts from when the address is proven; absent: at once. */
    waits: v.optional(v.literal(true)),
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

  // New accounts that have shown nothing yet: one row each, written at sign-up
  // and deleted a week later, or with the account.
  signUps: defineTable({ businessId: v.id("businesses"), at: v.number() })
    .index("by_at", ["at"])
    .index("by_businessId", ["businessId"]),

  // Second factors: one a user, of admins and owners. Written when it is set
  // up and with each code that is used; deleted when it is taken off.
  secondFactors: defineTable({
    userId: v.id("users"),
    /** What the app of its holder makes codes from. */
    secret: sealedValidator,
    /** When its holder has shown the first code; absent until then, and it guards nothing. */
    confirmedAt: v.optional(v.number()),
    /** The step (of 30 s) of the newest code that was used: none counts twice. */
    lastStep: v.number(),
    /** SHA-256 of the recovery codes that are left. */
    recoveryHashes: v.array(v.string()),
  }).index("by_userId", ["userId"]),
};
