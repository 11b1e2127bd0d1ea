/** The tables of calendar/, with their writers and how often they write. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { oneOf } from "../base/rules/oneOf";
import { sealedValidator } from "../base/rules/sealed";

export const calendarTables = {
  // Owners' Google calendars: one per business. Customers' pages do not read it.
  calendarConnections: defineTable({
    businessId: v.id("businesses"),
    /** Google's id of the account, and its address. */
    googleId: v.string(),
    email: v.string(),
    token: sealedValidator,
    /** Google no longer accepts the token: the owner must connect again. */
    isExpired: v.boolean(),
    connectedAt: v.number(),
    /** Google could not be reached, or refused a booking; null while all is well. */
    trouble: v.nullable(oneOf("unreachable", "refused")),
    busyAsOf: v.nullable(v.number()),
    busyAskedAt: v.number(),
    /** Until then one run has the claim to write. */
    writingUntil: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_googleId", ["googleId"]),

  // Owners at Google's page: one row per business. Deleted when they come back, or after ten minutes.
  calendarFlows: defineTable({
    businessId: v.id("businesses"),
    /** The session of the browser that may finish it. */
    sessionId: v.id("authSessions"),
    stateHash: v.string(),
    /** The PKCE verifier; useful only together with Google's code and our own secret. */
    verifier: v.string(),
    expiresAt: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_expiresAt", ["expiresAt"]),

  // Access to revoke at Google: deleted when revoked, when granted again, or after a week.
  calendarRevocations: defineTable({
    /** The business whose key seals the token; it may be gone. */
    businessId: v.id("businesses"),
    googleId: v.string(),
    token: sealedValidator,
    failures: v.number(),
    nextAt: v.number(),
    at: v.number(),
  })
    .index("by_googleId", ["googleId"])
    .index("by_nextAt", ["nextAt"]),

  // Bookings and their Google events: deleted when the event is gone, or a week after its time.
  calendarEvents: defineTable({
    businessId: v.id("businesses"),
    connectionId: v.id("calendarConnections"),
    ticketId: v.id("tickets"),
    /** Part of the event's id: rules/events.ts eventIdOf. */
    edition: v.number(),
    wanted: v.nullable(v.object({ start: v.number(), end: v.number() })),
    /** Counts the wishes: a write for an older one does not settle the row. */
    revision: v.number(),
    failures: v.number(),
    /** When it is due; absent when Google has the event, or after it was given up. */
    nextAt: v.optional(v.number()),
    endsAt: v.number(),
  })
    .index("by_connectionId_and_ticketId", ["connectionId", "ticketId"])
    .index("by_connectionId_and_nextAt", ["connectionId", "nextAt"])
    .index("by_nextAt", ["nextAt"])
    .index("by_businessId", ["businessId"])
    .index("by_endsAt", ["endsAt"]),

  // When owners are busy elsewhere: one row per UTC day, written when it changes.
  calendarBusy: defineTable({
    businessId: v.id("businesses"),
    /** Days since 1970. */
    day: v.number(),
    /** In order, apart from each other and within the day. */
    blocks: v.array(v.object({ start: v.number(), end: v.number() })),
  }).index("by_businessId_and_day", ["businessId", "day"]),

  // The secret address of a business's calendar feed: one row per business, written when the owner makes a new one.
  calendarFeeds: defineTable({
    businessId: v.id("businesses"),
    /** SHA-256 of the secret. */
    secretHash: v.string(),
    at: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_secretHash", ["secretHash"]),
};
