/** The tables of billing/, with who writes them and how often. */
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
  // What a business has paid for or was granted, and how Stripe knows it: one
  // row from the first step towards payment on. Written after Stripe has said
  // something, or by an admin's grant; `businesses.plan` is written with it.
  subscriptions: defineTable({
    businessId: v.id("businesses"),
    stripeCustomerId: v.nullable(v.string()),
    /** What Stripe last said; null before there is a subscription. */
    paid: v.nullable(subscriptionFacts),
    /** A plan that needs no payment; no webhook takes it away. */
    grantedPlan: v.nullable(planValidator),
    source: subscriptionSource,
    /** What business/rules/standing makes of it; `plan` is the one whose limits hold. */
    state: subscriptionState,
    plan: planValidator,
    pastDueSince: v.nullable(v.number()),
    /** End of the dunning: the payment that failed has to be made good by then. */
    graceEndsAt: v.nullable(v.number()),
    cancelAt: v.nullable(v.number()),
    flag: v.nullable(paymentFlag),
    /** How often Stripe was asked, and the newest asking whose answer is here: an older answer never replaces it. */
    asked: v.number(),
    applied: v.number(),
    updatedAt: v.number(),
  })
    .index("by_businessId", ["businessId"])
    .index("by_grace_end", ["graceEndsAt"])
    .index("by_stripeCustomerId", ["stripeCustomerId"]),

  // The payment that an owner has begun: one row a business, written with each
  // click on a plan. Kept, because attempts are counted.
  checkouts: defineTable({
    businessId: v.id("businesses"),
    plan: soldPlanValidator,
    successPath: v.string(),
    cancelPath: v.string(),
    attempt: v.number(),
    /** Stripe's id; null until Stripe has answered. */
    sessionId: v.nullable(v.string()),
    at: v.number(),
  }).index("by_businessId", ["businessId"]),

  // Stripe's events that have had their effect, so that each has one. Written
  // with the effect; deleted after 35 days.
  stripeEvents: defineTable({
    eventId: v.string(),
    type: v.string(),
    at: v.number(),
  })
    .index("by_eventId", ["eventId"])
    .index("by_at", ["at"]),
};
