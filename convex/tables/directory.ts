/** The tables of the admins' list of businesses and of the platform's figures, with who writes them and how often. Part of schema.ts. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { standingFields } from "../model/directory";
import { growthDay, sampleValidator, totalsValidator } from "../model/platform";

export const directoryTables = {
  // What admins look businesses up in: one row a business, derived from it and
  // from its subscription, written in the same transaction as these
  // (data/directory.ts) and only when it changes.
  directory: defineTable({
    businessId: v.id("businesses"),
    userId: v.id("users"),
    name: v.string(),
    /** Sorts the names: model/directory nameKey. */
    nameKey: v.string(),
    email: v.string(),
    ...standingFields,
    /** When the business was made. */
    createdAt: v.number(),
    /** Its account has ended, and its rows are going. */
    isErasing: v.boolean(),
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

  // What a business is found by: its name from each word on, its address. Some
  // four rows a business, written with its row in `directory`, whose plan and
  // state they repeat, so that a search within a plan reads no others.
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

  // Which admin has had a business's phone numbers shown, for an hour: written
  // with the record of it, deleted by maintenance.
  phoneViews: defineTable({
    businessId: v.id("businesses"),
    userId: v.id("users"),
    at: v.number(),
  })
    .index("by_businessId_and_userId", ["businessId", "userId"])
    .index("by_at", ["at"]),

  // How many businesses there are: one row, written with `directory`.
  platformTotals: defineTable({
    ...totalsValidator.fields,
    /** Businesses from before there was a directory are in it up to this creation time; null: all are. */
    listedUpTo: v.nullable(v.number()),
  }),

  // How many came and went by day of UTC: written with `directory`.
  platformDays: defineTable(growthDay).index("by_day", ["day"]),

  // How busy the whole platform is: one row, written once a minute.
  platformNow: defineTable(sampleValidator),
};
