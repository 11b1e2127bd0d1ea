/** Alerts for customers: reports from pages and browsers, the desk's view, and scheduled steps. */
import { v } from "convex/values";
import { oneOf } from "../base/rules/oneOf";
import { alertsOfQueue, alertsOfQueueAnswer } from "./data/alertView";
import { runEscalation } from "./data/escalation";
import * as nearAlerts from "./data/nearAlerts";
import { notePage, pageOccasionValidator } from "./data/pageAlerts";
import { ensureOwnQueue } from "../queue/data/queues";
import * as pushes from "./data/pushes";
import {
  forgetSubscriptions,
  renew,
  subscribe,
  unsubscribe,
} from "./data/pushSubscriptions";

import * as reminders from "./data/reminders";
import {
  counterQuery,
  customerMutation,
  internalMutation,
  publicQuery,
} from "../functions";
import { environment } from "../base/services/env";
import { appError, refuse } from "../base/rules/errors";
import { pushOutcomeValidator } from "./rules/escalation";
import { isSubscription, subscriptionFields } from "./rules/pushEndpoint";
import { doneOr } from "../base/rules/refusals";

/** The page has shown an alert. `silent`: but could not sound. `seen`: the customer has touched it since. */
export const pageRang = customerMutation({
  args: {
    occasion: pageOccasionValidator,
    /** `maybe`: the phone can only sound, and no page knows whether it is muted. */
    silent: v.optional(v.union(v.boolean(), v.literal("maybe"))),
    seen: v.optional(v.boolean()),
  },
  returns: doneOr("notFound"),
  handler: async (ctx, { occasion, silent = false, seen = false }) => {
    if (ctx.ticket === null) return refuse("notFound");
    const heard = silent ? "failed" : "sent";
    const state = silent === "maybe" ? "unknown" : heard;
    await notePage(
      ctx,
      ctx.ticket,
      { occasion, state, isSeen: seen },
      Date.now(),
    );
    return { ok: true as const };
  },
});

/** The key with which browsers subscribe to pushes, base64url; null if pushes are off. */
export const pushKey = publicQuery({
  args: {},
  returns: v.nullable(v.object({ publicKey: v.string() })),
  handler: async () => {
    const { push } = environment();
    return push === null ? null : { publicKey: push.publicKey };
  },
});

/** This browser rings when none of our pages is open. @throws invalidInput for values that no browser sends */
export const subscribePush = customerMutation({
  args: subscriptionFields,
  returns: doneOr("notFound", "alreadyEnded", "tooManyRequests"),
  handler: async (ctx, given) => {
    if (ctx.ticket === null) return refuse("notFound");
    const { push } = environment();
    if (push === null || !isSubscription(given, push.standIn))
      throw appError("invalidInput");
    return await subscribe(ctx, ctx.ticket, given, Date.now());
  },
});

/** Unsubscribes this browser from the ticket's pushes. */
export const unsubscribePush = customerMutation({
  args: { endpoint: v.string() },
  returns: doneOr("notFound"),
  handler: async (ctx, { endpoint }) => {
    if (ctx.ticket === null) return refuse("notFound");
    await unsubscribe(ctx, ctx.ticket._id, endpoint);
    return { ok: true as const };
  },
});

/** How the people called now were alerted, and the results. */
export const ofQueue = counterQuery({
  args: { queueId: v.string() },
  returns: alertsOfQueueAnswer,
  handler: async (ctx, { queueId }) =>
    await alertsOfQueue(ctx, await ensureOwnQueue(ctx, queueId)),
});

/** Runs the next escalation step if it is due. */
export const look = internalMutation({
  args: { alertId: v.id("alerts") },
  returns: v.null(),
  handler: async (ctx, { alertId }) =>
    await runEscalation(ctx, alertId, Date.now()),
});

/** Reminds of a booking. */
export const remind = internalMutation({
  args: {
    ticketId: v.id("tickets"),
    startsAt: v.number(),
    kind: oneOf("bookingTomorrow", "bookingSoon"),
  },
  returns: v.null(),
  handler: async (ctx, args) => await reminders.remind(ctx, args, Date.now()),
});

/** Alerts the next batch of waiting customers that the shop is late. */
export const tellLate = internalMutation({
  args: {
    businessId: v.id("businesses"),
    until: v.number(),
    cursor: v.nullable(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { businessId, ...said }) =>
    await nearAlerts.tellLate(ctx, businessId, said, Date.now()),
});

/** The sender of a push claims its job, once. */
export const takePush = internalMutation({
  args: { stepId: v.id("alertSteps"), receiptHash: v.string() },
  returns: v.nullable(pushes.pushJobValidator),
  handler: async (ctx, { stepId, receiptHash }) =>
    await pushes.takePush(ctx, stepId, receiptHash, Date.now()),
});

/** The sender of a quiet push claims its job, once. */
export const takeWithdrawal = internalMutation({
  args: { stepId: v.id("alertSteps") },
  returns: v.nullable(pushes.withdrawalJobValidator),
  handler: async (ctx, { stepId }) =>
    await pushes.takeWithdrawal(ctx, stepId, Date.now()),
});

/** Stores the answers of the push services. */
export const pushed = internalMutation({
  args: {
    stepId: v.id("alertSteps"),
    outcomes: v.array(
      v.object({
        subscriptionId: v.id("pushSubscriptions"),
        outcome: pushOutcomeValidator,
      }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { stepId, outcomes }) =>
    await pushes.notePush(ctx, stepId, outcomes),
});

/** A device has received a push, or the customer has tapped it. */
export const receipt = internalMutation({
  args: { receiptHash: v.string(), opened: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { receiptHash, opened }) =>
    await pushes.noteReceipt(ctx, receiptHash, opened, Date.now()),
});

/** A browser has a new push address. Values that no browser sends change nothing. */
export const renewPush = internalMutation({
  args: { old: v.string(), ...subscriptionFields },
  returns: v.null(),
  handler: async (ctx, { old, ...given }) => {
    const { push } = environment();
    if (push !== null && isSubscription(given, push.standIn))
      await renew(ctx, old, given, Date.now());
  },
});

/** Runs a while after a ticket has ended. */
export const forgetPush = internalMutation({
  args: { ticketId: v.id("tickets") },
  returns: v.null(),
  handler: async (ctx, { ticketId }) =>
    await forgetSubscriptions(ctx, ticketId),
});
