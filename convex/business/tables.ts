/** The tables of business/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { planValidator } from "../base/rules/planValidators";
import { standingFields } from "./rules/directory";
import { operatingHoursValidator, specialDaysValidator } from "./rules/hours";
import { noticeValidator } from "./rules/notice";
import { growthDay, sampleValidator, totalsValidator } from "./rules/platform";
import { boardNamesValidator } from "./rules/profile";

export const businessTables = {
  // A business and its settings: written at sign-up and when its owner or an
  // admin changes something, so a few times a month.
  businesses: defineTable({
    ownerId: v.id("users"),
    name: v.string(),
    email: v.string(),
    phone: v.nullable(v.string()),
    description: v.nullable(v.string()),
    /** A logo that is no file of ours; read with business/data/logos logoUrlOf. */
    logoUrl: v.nullable(v.string()),
    /** The logo's file; absent where there is none. */
    logoId: v.optional(v.id("_storage")),
    plan: planValidator,
    timezone: v.string(),
    /** ISO alpha-2: whose way of writing phone numbers its customers have; null where the time zone is of none. */
    country: v.nullable(v.string()),
    operatingHours: operatingHoursValidator,
    /** Holidays and other hours by date, sorted. */
    specialDays: specialDaysValidator,
    slotMinutes: v.number(),
    /** Nobody joins outside opening hours. */
    walkInsOnlyWhenOpen: v.boolean(),
    /** So many people ahead, and a phone says 'almost your turn'; 0 never does. */
    almostAt: v.number(),
    /** Call Next completes the caller's previous customers. */
    autoComplete: v.boolean(),
    /** The no-show grace: minutes a called person has to appear; 0 switches the clock off. */
    graceMinutes: v.number(),
    /** 'Running late', as long as it is said. */
    notice: v.optional(noticeValidator),
    /** What the board in the shop shows of people beside their numbers; absent: nothing. */
    boardNames: v.optional(boardNamesValidator),
    isDemo: v.boolean(),
    /** When the owner went through the first-run wizard; absent until then. */
    setupCompletedAt: v.optional(v.number()),
    /** Its account has been deleted, and its rows are going: it is no business to anybody any more. */
    erasedAt: v.optional(v.number()),
  })
    .index("by_ownerId", ["ownerId"])
    .index("by_logoId", ["logoId"])
    .index("by_notice_end", ["notice.until"]),

  // What admins look businesses up in: one row a business, derived from it and
  // from its subscription, written in the same transaction as these
  // (data/directory.ts) and only when it changes.
  directory: defineTable({
    businessId: v.id("businesses"),
    userId: v.id("users"),
    name: v.string(),
    /** Sorts the names: rules/directory nameKey. */
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
