/** The tables of audit/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import {
  auditActionValidator,
  auditActorKind,
  auditFacts,
} from "./rules/entries";

export const auditTables = {
  // Actions of admins, Stripe, the server and owners; a few rows per business and year. Deleted after two years.
  auditEvents: defineTable({
    at: v.number(),
    actor: v.object({
      kind: auditActorKind,
      /** Null for the server and Stripe, and for an owner whose account was deleted. */
      userId: v.nullable(v.id("users")),
      /** The address at that time; null once the account is deleted. */
      email: v.nullable(v.string()),
    }),
    action: auditActionValidator,
    /** Null for actions without a business, such as an admin's rights. */
    businessId: v.nullable(v.id("businesses")),
    /** The object of the action, by its name at that time. */
    subject: v.string(),
    /** Whose right as an admin it is about; older rows know only the address. */
    about: v.optional(v.id("users")),
    before: v.nullable(auditFacts),
    after: v.nullable(auditFacts),
    /** The business's account was deleted, and this row holds no names. */
    blanked: v.optional(v.literal(true)),
  })
    .index("by_at", ["at"])
    .index("by_action_and_at", ["action", "at"])
    .index("by_actor_and_at", ["actor.userId", "at"])
    .index("by_actor_and_email", ["actor.userId", "actor.email"])
    .index("by_about_and_subject", ["about", "subject"])
    .index("by_businessId_and_at", ["businessId", "at"])
    .index("by_businessId_and_kind", ["businessId", "actor.kind", "at"])
    .index("by_businessId_and_blanked", ["businessId", "blanked"])
    .index("by_businessId_and_subject", ["businessId", "subject"]),
};
