/** The tables of account/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { sealedValidator } from "../base/rules/sealed";

export const accountTables = {
  // Codes for a forgotten password, as slow hashes; up to twenty an address.
  // Written with each request; deleted when one is used, or ten minutes later.
  passwordResets: defineTable({
    email: v.string(),
    codeHash: v.string(),
    /** The hash of the browser that asked, or the id of its network. */
    asker: v.string(),
    expiresAt: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_expiresAt", ["expiresAt"]),

  // New e-mail addresses that wait for the code sent to them: one a user, with
  // a slow hash. Written with each request and guess; deleted when the code is
  // used or replaced, or ten minutes later.
  emailChanges: defineTable({
    userId: v.id("users"),
    email: v.string(),
    codeHash: v.string(),
    tries: v.number(),
    expiresAt: v.number(),
  })
    .index("by_userId", ["userId"])
    .index("by_expiresAt", ["expiresAt"]),

  // Browsers in which somebody has signed in: they get in while strangers
  // guess at the address. Written at sign-in; ten a user.
  knownDevices: defineTable({
    userId: v.id("users"),
    /** SHA-256 of the browser's secret. */
    deviceHash: v.string(),
  })
    .index("by_userId_and_deviceHash", ["userId", "deviceHash"])
    .index("by_deviceHash", ["deviceHash"]),

  // Answers to actions at the counter by the screen's request key, so that a
  // double click has one effect and the same answer. Deleted after a day.
  deskRequests: defineTable({
    businessId: v.id("businesses"),
    key: v.string(),
    at: v.number(),
    /** In the form that the function's `returns` has; it is checked against it again. */
    answer: v.any(),
  })
    .index("by_businessId_and_key", ["businessId", "key"])
    .index("by_at", ["at"]),

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
