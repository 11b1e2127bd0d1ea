/** The tables of account/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { sealedValidator } from "../base/rules/sealed";

export const accountTables = {
  // Requests for a new password, with keyed hashes of their codes. Deleted on use, or after ten minutes.
  passwordResets: defineTable({
    email: v.string(),
    /** Empty until the code is made. */
    codeHash: v.string(),
    /** The hash of the browser that asked, or the id of its network. */
    asker: v.string(),
    expiresAt: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_expiresAt", ["expiresAt"]),

  // E-mail addresses that wait for a mailed code, one per user, and those left for another, to be notified. Written with
  // each request, guess and change; kept ten minutes.
  emailChanges: defineTable({
    userId: v.id("users"),
    email: v.string(),
    codeHash: v.string(),
    tries: v.number(),
    expiresAt: v.number(),
    /** The user has left this address; absent: it waits for a code. */
    isLeft: v.optional(v.literal(true)),
  })
    .index("by_userId_and_isLeft", ["userId", "isLeft"])
    .index("by_expiresAt", ["expiresAt"]),

  // Browsers in which a user has signed in; they get in while strangers guess. Written at sign-in; ten per user.
  knownDevices: defineTable({
    userId: v.id("users"),
    /** SHA-256 of the browser's secret. */
    deviceHash: v.string(),
  })
    .index("by_userId_and_deviceHash", ["userId", "deviceHash"])
    .index("by_deviceHash", ["deviceHash"]),

  // Answers to desk actions by request key, so that a double click has one effect. Deleted after a day.
  deskRequests: defineTable({
    businessId: v.id("businesses"),
    key: v.string(),
    at: v.number(),
    /** In the form of the function's `returns`; checked again when read. */
    answer: v.any(),
  })
    .index("by_businessId_and_key", ["businessId", "key"])
    .index("by_at", ["at"]),

  // The platform's admins. Written by a grant; read with each admin call. The auth library writes to `users`.
  admins: defineTable({
    userId: v.id("users"),
    grantedBy: v.nullable(v.id("users")),
    /** In force once the address is proven; absent: at once. */
    waits: v.optional(v.literal(true)),
  }).index("by_userId", ["userId"]),

  // Sessions in which admin functions answer (product.md O10). Written when the password is given; kept for an hour.
  adminSessions: defineTable({
    sessionId: v.id("authSessions"),
    userId: v.id("users"),
    until: v.number(),
    /** Until when destructive actions need no password. */
    confirmedUntil: v.number(),
    /** Until a second factor is set up, nothing else answers. */
    needsSecondFactor: v.optional(v.literal(true)),
    /** The business that the admin views as its owner; absent: none. */
    viewing: v.optional(v.id("businesses")),
  })
    .index("by_sessionId", ["sessionId"])
    .index("by_userId", ["userId"])
    .index("by_until", ["until"]),

  // Unproven new accounts: one row each, written at sign-up and deleted a week later, or with the account.
  signUps: defineTable({ businessId: v.id("businesses"), at: v.number() })
    .index("by_at", ["at"])
    .index("by_businessId", ["businessId"]),

  // Second factors, one per user. Written at setup and with each used code; deleted on removal.
  secondFactors: defineTable({
    userId: v.id("users"),
    /** The app makes codes from it. */
    secret: sealedValidator,
    /** When the first code was given; absent before, when the factor guards nothing. */
    confirmedAt: v.optional(v.number()),
    /** The step (of 30 s) of the newest used code; no code counts twice. */
    lastStep: v.number(),
    /** SHA-256 of the remaining recovery codes. */
    recoveryHashes: v.array(v.string()),
  }).index("by_userId", ["userId"]),
};
