/** Database steps of payments, called only by payments.ts and http.ts. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import * as checkouts from "./data/checkouts";
import { businessesPage, findBusiness } from "../business/data/businesses";
import { takeFromAll, waitValidator } from "../base/data/rateLimits";
import * as subscriptionSync from "./data/subscriptionSync";
import * as subscriptionRows from "./data/subscriptions";
import { internalMutation, internalQuery } from "../functions";
import { environment } from "../base/services/env";
import {
  subscriptionFacts,
  subscriptionState,
} from "../business/rules/standing";
import { must } from "../base/rules/errors";
import { soldPlanValidator } from "../base/rules/planValidators";
import { paymentCallsPerBusiness } from "../base/rules/rateLimit";

const BUSINESSES_A_TURN = 100;

const businessId = v.id("businesses");

/** The Stripe customer of this business; null before its first payment. */
export const customer = internalQuery({
  args: { businessId },
  returns: v.nullable(v.string()),
  handler: async (ctx, args) =>
    (await subscriptionRows.subscriptionOf(ctx, args.businessId))
      ?.stripeCustomerId ?? null,
});

/** The business's subscription state. */
export const state = internalQuery({
  args: { businessId },
  returns: subscriptionState,
  handler: async (ctx, args) =>
    (await subscriptionRows.subscriptionOf(ctx, args.businessId))?.state ??
    "none",
});

/** Up to `count` customers after this one, by id; for the daily check of all. */
export const customers = internalQuery({
  args: { after: v.string(), count: v.number() },
  returns: v.array(v.string()),
  handler: async (ctx, { after, count }) =>
    await subscriptionSync.customersAfter(ctx, after, count),
});

/** Saves the customer that Stripe made, and returns the one in force. */
export const saveCustomer = internalMutation({
  args: { businessId, customerId: v.string(), instead: v.nullable(v.string()) },
  returns: v.string(),
  handler: async (ctx, { businessId: id, ...made }) => {
    // Throws if the account was deleted while Stripe was being asked.
    const business = must(await findBusiness(ctx, id), "business");
    return await subscriptionRows.saveCustomer(ctx, business, made, Date.now());
  },
});

/** Counts an owner's Stripe calls; returns the wait if there are too many. */
export const countCall = internalMutation({
  args: { businessId },
  returns: v.nullable(waitValidator),
  handler: async (ctx, args) =>
    await takeFromAll(ctx, Date.now(), [
      `stripe:${args.businessId}`,
      paymentCallsPerBusiness,
    ]),
});

/** Decides to which attempt a click on a plan belongs. */
export const beginCheckout = internalMutation({
  args: {
    businessId,
    plan: soldPlanValidator,
    successPath: v.string(),
    cancelPath: v.string(),
    over: v.nullable(v.number()),
  },
  returns: v.object({
    attempt: v.number(),
    sessionId: v.nullable(v.string()),
    replaced: v.nullable(v.string()),
  }),
  handler: async (ctx, { over, ...wish }) =>
    await checkouts.beginCheckout(ctx, wish, over, Date.now()),
});

/** False if another attempt has begun since. */
export const saveCheckout = internalMutation({
  args: { businessId, attempt: v.number(), sessionId: v.string() },
  returns: v.boolean(),
  handler: async (ctx, made) => await checkouts.saveCheckout(ctx, made),
});

/** First half of a sync, before Stripe is asked; null if there is nothing to ask. */
export const beginSync = internalMutation({
  args: { customerId: v.string(), eventId: v.nullable(v.string()) },
  returns: v.nullable(
    v.object({ subscriptionId: v.id("subscriptions"), asked: v.number() }),
  ),
  handler: async (ctx, { customerId, eventId }) =>
    await subscriptionSync.beginSync(ctx, customerId, eventId),
});

/** Second half of a sync: Stripe's answer, and the event behind the question. */
export const finishSync = internalMutation({
  args: {
    subscriptionId: v.id("subscriptions"),
    asked: v.number(),
    paid: v.nullable(subscriptionFacts),
    event: v.nullable(v.object({ eventId: v.string(), type: v.string() })),
  },
  returns: v.null(),
  handler: async (ctx, args) =>
    await subscriptionSync.finishSync(ctx, args, Date.now()),
});

/** Applies PLAN_WITHOUT_PAYMENT to a batch of businesses; the launcher starts it if that is or was in use. */
export const applyServerPlan = internalMutation({
  args: { cursor: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { cursor = null }) => {
    const { page, isDone, continueCursor } = await businessesPage(ctx, {
      cursor,
      numItems: BUSINESSES_A_TURN,
    });
    const { planWithoutPayment } = environment();
    for (const business of page) {
      if (business.erasedAt !== undefined) continue;
      await subscriptionRows.followServerPlan(
        ctx,
        business,
        planWithoutPayment,
        Date.now(),
      );
    }
    if (!isDone) {
      const { applyServerPlan: next } = internal.billing.subscriptions;
      await ctx.scheduler.runAfter(0, next, { cursor: continueCursor });
    }
  },
});

/** Runs at the end of dunning. */
export const dunningOver = internalMutation({
  args: { subscriptionId: v.id("subscriptions") },
  returns: v.null(),
  handler: async (ctx, { subscriptionId }) =>
    await subscriptionRows.endDunning(ctx, subscriptionId, Date.now()),
});

/** The earlier name, under which older data folders have scheduled jobs. */
export const graceOver = dunningOver;
