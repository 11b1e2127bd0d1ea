/** The tables of billing/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { planValidator, soldPlanValidator } from "../base/rules/planValidators";
import {
  paymentFlag,
  subscriptionFacts,
  subscriptionSource,
  subscriptionState,
} from "../business/rules/standing";

export const billingTables = {
  // What a business has paid for or was granted: one row, written after an answer of Stripe or a grant.
  subscriptions: defineTable({
    businessId: v.id("businesses"),
    stripeCustomerId: v.nullable(v.string()),
    paid: v.nullable(subscriptionFacts),
    /** A plan that needs no payment; no webhook removes it. */
    grantedPlan: v.nullable(planValidator),
    source: subscriptionSource,
    /** The result of business/rules/standing; the limits of `plan` apply. */
    state: subscriptionState,
    plan: planValidator,
    pastDueSince: v.nullable(v.number()),
    /** End of dunning: until then the failed payment can be made good. */
    graceEndsAt: v.nullable(v.number()),
    cancelAt: v.nullable(v.number()),
    flag: v.nullable(paymentFlag),
    /** Questions to Stripe so far, and the newest whose answer is stored; an older answer never replaces it. */
    asked: v.number(),
    applied: v.number(),
    updatedAt: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_grace_end", ["graceEndsAt"])
    .index("by_stripeCustomerId", ["stripeCustomerId"]),

  // The last payment an owner started: one row per business, written with each click on a plan. Counts the attempts.
  checkouts: defineTable({
    businessId: v.id("businesses"),
    plan: soldPlanValidator,
    successPath: v.string(),
    cancelPath: v.string(),
    attempt: v.number(),
    sessionId: v.nullable(v.string()),
    at: v.number(),
  }).index("by_businessId", ["businessId"]),

  // Handled Stripe events, so that each has one effect. Written with the effect; deleted after 35 days.
  stripeEvents: defineTable({
    eventId: v.string(),
    type: v.string(),
    at: v.number(),
  })
    .index("by_eventId", ["eventId"])
    .index("by_at", ["at"]),
};
