/** The tables of calendar/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { sealedValidator } from "../base/rules/sealed";

export const calendarTables = {
  // Google calendars that owners have connected: one a business. Written when
  // it is connected and when what is known of it changes: a few times an hour
  // while it is worked with. Customers' pages do not read it.
  calendarConnections: defineTable({
    businessId: v.id("businesses"),
    /** Google's id of the account, and its address. */
    googleId: v.string(),
    email: v.string(),
    /** The refresh token. */
    token: sealedValidator,
    /** Google takes the token no more: the owner has to connect again. */
    isExpired: v.boolean(),
    connectedAt: v.number(),
    /** Google could not be reached, or did not take a booking; null while all is well. */
    trouble: v.nullable(
      v.union(v.literal("unreachable"), v.literal("refused")),
    ),
    /** Of when the busy times are; null before the first. */
    busyAsOf: v.nullable(v.number()),
    /** When they were last asked for. */
    busyAskedAt: v.number(),
    /** Until then one run has the writing to itself. */
    writingUntil: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_googleId", ["googleId"]),

  // Owners who are at Google's page: one a business, written with each click on
  // 'Connect Google Calendar'. Deleted when they come back, or ten minutes later.
  calendarFlows: defineTable({
    businessId: v.id("businesses"),
    /** Whose browser it is: another one cannot finish it. */
    sessionId: v.id("authSessions"),
    stateHash: v.string(),
    /** PKCE's; of use only together with Google's code and our own secret. */
    verifier: v.string(),
    expiresAt: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_expiresAt", ["expiresAt"]),

  // Access that is to be taken back at Google: written when a calendar is
  // disconnected or its business ends, and with each try. Deleted once that is
  // done, when the owner has allowed it anew, or after a week.
  calendarRevocations: defineTable({
    /** Whose key the token is sealed with; it may be gone. */
    businessId: v.id("businesses"),
    googleId: v.string(),
    token: sealedValidator,
    failures: v.number(),
    /** When it is tried, or tried again. */
    nextAt: v.number(),
    at: v.number(),
  })
    .index("by_googleId", ["googleId"])
    .index("by_nextAt", ["nextAt"]),

  // Bookings and their events at Google: a row each, written with the booking's
  // own change and when Google has it. Deleted when the event is gone, or a week
  // after its time.
  calendarEvents: defineTable({
    businessId: v.id("businesses"),
    connectionId: v.id("calendarConnections"),
    ticketId: v.id("tickets"),
    /** Part of the event's id: rules/events.ts eventIdOf. */
    edition: v.number(),
    /** What is to be at Google; null for nothing. */
    wanted: v.nullable(v.object({ start: v.number(), end: v.number() })),
    /** Counts what was wanted: a write of an older wish has not done it. */
    revision: v.number(),
    failures: v.number(),
    /** When it is written, or tried again; absent while Google has it as it is wanted, or has refused it. */
    nextAt: v.optional(v.number()),
    endsAt: v.number(),
  })
    .index("by_connectionId_and_ticketId", ["connectionId", "ticketId"])
    .index("by_connectionId_and_nextAt", ["connectionId", "nextAt"])
    .index("by_nextAt", ["nextAt"])
    .index("by_businessId", ["businessId"])
    .index("by_endsAt", ["endsAt"]),

  // When owners are busy elsewhere: a row for each UTC day that has any such
  // time, written when it changes; read by whoever looks at bookable times.
  calendarBusy: defineTable({
    businessId: v.id("businesses"),
    /** Days since 1970. */
    day: v.number(),
    /** In order, apart from each other and within the day. */
    blocks: v.array(v.object({ start: v.number(), end: v.number() })),
  }).index("by_businessId_and_day", ["businessId", "day"]),

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
