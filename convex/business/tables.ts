/** The tables of business/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { clockChoiceValidator } from "../base/rules/clockValidators";
import { planValidator } from "../base/rules/planValidators";
import { directoryAnswer, standingFields } from "./rules/directory";
import { growthDay, sampleValidator, totalsValidator } from "./rules/platform";
import {
  boardNamesValidator,
  chairWordValidator,
  noticeValidator,
  roleValidator,
  settingsValidator,
} from "./rules/validators";

export const businessTables = {
  // A business and its settings. Written at sign-up and when its owner or an admin changes something.
  businesses: defineTable({
    ...settingsValidator.fields,
    /** Absent: by country. */
    clock: v.optional(clockChoiceValidator),
    /** Absent: only numbers. */
    boardNames: v.optional(boardNamesValidator),
    ownerId: v.id("users"),
    email: v.string(),
    /** A logo that is not stored as a file here; read it with business/data/logos logoUrlOf. */
    logoUrl: v.nullable(v.string()),
    /** The logo's file; absent without one. */
    logoId: v.optional(v.id("_storage")),
    plan: planValidator,
    /** The current 'Running late' notice. */
    notice: v.optional(noticeValidator),
    /** What the shop calls its chairs; absent: chairs. */
    chairWord: v.optional(chairWordValidator),
    /** Staff see masked phone numbers; absent: whole ones. */
    coversPhones: v.optional(v.literal(true)),
    /** Tablets ask for no PIN; absent: they do. */
    withoutPins: v.optional(v.literal(true)),
    isDemo: v.boolean(),
    /** When the owner completed the first-run wizard; absent until then. */
    setupCompletedAt: v.optional(v.number()),
    /** The account was deleted and its rows are being erased: treat the business as gone. */
    erasedAt: v.optional(v.number()),
  })
    .index("by_ownerId", ["ownerId"])
    .index("by_logoId", ["logoId"])
    .index("by_notice_end", ["notice.until"]),

  // Who works in a shop. Written when somebody joins, leaves, or gets another name or role.
  members: defineTable({
    businessId: v.id("businesses"),
    userId: v.id("users"),
    /** An owner's row holds only the name: rights come from businesses.ownerId. */
    role: roleValidator,
    name: v.string(),
    /** Keyed hash of the PIN for the shop's tablets; absent without one. */
    pinHash: v.optional(v.string()),
    /** When they left; their account may be gone. */
    removedAt: v.nullable(v.number()),
  })
    .index("by_userId", ["userId", "removedAt"])
    .index("by_businessId", ["businessId", "removedAt"]),

  // The shop's shared tablets, up to five. Written at each unlock and lock, and once a minute while touched.
  tablets: defineTable({
    businessId: v.id("businesses"),
    name: v.string(),
    addedBy: v.id("users"),
    /** Its own user, without an e-mail address; absent until it is paired. */
    userId: v.optional(v.id("users")),
    /** SHA-256 of the pairing code; absent once it is paired. */
    codeHash: v.optional(v.string()),
    codeExpiresAt: v.optional(v.number()),
    /** The person on it; null: it is locked. */
    personId: v.nullable(v.id("users")),
    /** When an alarm locks it; null: it is locked. */
    until: v.nullable(v.number()),
  })
    .index("by_businessId", ["businessId"])
    .index("by_userId", ["userId"])
    .index("by_codeHash", ["codeHash"])
    .index("by_until", ["until"]),

  // Short addresses of shops, also earlier ones. Written at the first use of a poster and when the owner changes it.
  shortAddresses: defineTable({
    businessId: v.id("businesses"),
    /** Unique. */
    slug: v.string(),
    /** The one to print; a business has one. */
    isCurrent: v.boolean(),
    createdAt: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_slug", ["slug"]),

  // The admins' search list: one row per business, derived from it and its subscription (data/directory.ts).
  directory: defineTable({
    ...directoryAnswer.fields,
    /** Sorts by name: rules/directory nameKey. */
    nameKey: v.string(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_userId", ["userId"])
    .index("by_createdAt", ["createdAt"])
    .index("by_plan_and_createdAt", ["plan", "createdAt"])
    .index("by_state_and_createdAt", ["state", "createdAt"])
    .index("by_plan_and_state_and_createdAt", ["plan", "state", "createdAt"])
    .index("by_nameKey", ["nameKey"])
    .index("by_plan_and_nameKey", ["plan", "nameKey"])
    .index("by_state_and_nameKey", ["state", "nameKey"])
    .index("by_plan_and_state_and_nameKey", ["plan", "state", "nameKey"]),

  // Search keys, about four rows per business. They repeat plan and state: a search within a plan reads no other rows.
  directoryKeys: defineTable({
    businessId: v.id("businesses"),
    key: v.string(),
    plan: standingFields.plan,
    state: standingFields.state,
  })
    .index("by_businessId", ["businessId"])
    .index("by_key", ["key"])
    .index("by_plan_and_key", ["plan", "key"])
    .index("by_state_and_key", ["state", "key"])
    .index("by_plan_and_state_and_key", ["plan", "state", "key"]),

  // Admins who may see a business's phone numbers for an hour. Written with the audit record; deleted by maintenance.
  phoneViews: defineTable({
    businessId: v.id("businesses"),
    userId: v.id("users"),
    at: v.number(),
  })
    .index("by_businessId_and_userId", ["businessId", "userId"])
    .index("by_at", ["at"]),

  // The number of businesses: one row, written with `directory`.
  platformTotals: defineTable({
    ...totalsValidator.fields,
    /** Businesses older than the directory are listed up to this creation time; null: all are. */
    listedUpTo: v.nullable(v.number()),
  }),

  // Businesses created and ended per UTC day: written with `directory`.
  platformDays: defineTable(growthDay).index("by_day", ["day"]),

  // The load of the whole platform: one row, written once a minute.
  platformNow: defineTable(sampleValidator),
};
