/** The tables of audit/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import {
  auditActionValidator,
  auditActorKind,
  auditFacts,
} from "./rules/entries";

export const auditTables = {
  // What admins, Stripe and the server did to businesses, and owners to their
  // account: written by data/log.ts, a few rows a business and year; never
  // changed, but emptied of names when the business's account is deleted.
  // Deleted after two years.
  auditEvents: defineTable({
    at: v.number(),
    actor: v.object({
      kind: auditActorKind,
      /** Null for the server and Stripe, and for an owner whose account is gone. */
      userId: v.nullable(v.id("users")),
      /** The address at that time. */
      email: v.nullable(v.string()),
    }),
    action: auditActionValidator,
    /** Null for what concerns no business, such as an admin's rights. */
    businessId: v.nullable(v.id("businesses")),
    /** Whom or what it was done to, by the name at that time. */
    subject: v.string(),
    before: v.nullable(auditFacts),
    after: v.nullable(auditFacts),
    /** The account of the business was deleted, and no name is left in this row. */
    blanked: v.optional(v.literal(true)),
  })
    .index("by_at", ["at"])
    .index("by_action_and_at", ["action", "at"])
    .index("by_actor_and_at", ["actor.userId", "at"])
    .index("by_businessId_and_at", ["businessId", "at"])
    .index("by_businessId_and_kind", ["businessId", "actor.kind", "at"])
    .index("by_businessId_and_blanked", ["businessId", "blanked"]),
};
