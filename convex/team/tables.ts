/** The tables of team/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { givenRoleValidator } from "../business/rules/validators";

export const teamTables = {
  // Open invitations, a few per shop. Deleted when accepted or withdrawn, or after a week.
  invitations: defineTable({
    businessId: v.id("businesses"),
    email: v.string(),
    role: givenRoleValidator,
    name: v.string(),
    /** SHA-256 of the link's secret. */
    secretHash: v.string(),
    /** The link went by mail alone, so opening it proves the address. */
    isMailed: v.boolean(),
    expiresAt: v.number(),
    /** Whose end or new password ends it too; absent in rows from before this field. */
    invitedBy: v.optional(v.id("users")),
  })
    .index("by_secretHash", ["secretHash"])
    .index("by_businessId", ["businessId"])
    .index("by_expiresAt", ["expiresAt"]),
};
