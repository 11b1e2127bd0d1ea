/** Telling customers: what their pages and browsers say, what the desk sees, and the alarms behind it. The rules are rules/escalation.ts. */
import { v } from "convex/values";
import { alertsOfQueue, alertsOfQueueAnswer } from "./data/alertView";
import { climb } from "./data/escalation";
import { tellLate as tellLateBatch } from "./data/nearAlerts";
import { notePageRang, pageOccasionValidator } from "./data/pageAlerts";
import { ensureOwnQueue } from "../queue/data/queues";
import {
  notePush,
  noteReceipt,
  pushJobValidator,
  takePush as takePushJob,
} from "./data/pushes";
import {
  forgetSubscriptions,
  renew,
  subscribe,
  unsubscribe,
} from "./data/pushSubscriptions";
import {
  takeWithdrawal as takeWithdrawalJob,
  withdrawalJobValidator,
} from "./data/pushWithdrawals";
import { remind as remindOfBooking } from "./data/reminders";
import {
  counterQuery,
  customerMutation,
  internalMutation,
  publicQuery,
} from "../functions";
import { environment } from "../base/services/env";
import { appError, refuse } from "../base/rules/errors";
import { pushOutcomeValidator } from "./rules/escalation";
import { isSubscription } from "./rules/pushEndpoint";
import { doneOr } from "../base/rules/refusals";

const subscription = {
  endpoint: v.string(),
  p256dh: v.string(),
  auth: v.string(),
};

/** The page has rung, or said it softly; `seen`: and somebody has touched it since. */
export const pageRang = customerMutation({
  args: { occasion: pageOccasionValidator, seen: v.optional(v.boolean()) },
  returns: doneOr("notFound"),
  handler: async (ctx, { occasion, seen = false }) => {
    if (ctx.ticket === null) return refuse("notFound");
    await notePageRang(ctx, ctx.ticket, occasion, seen, Date.now());
    return { ok: true as const };
  },
});

/** The key with which browsers subscribe to pushes, base64url; null: there are none here. */
export const pushKey = publicQuery({
  args: {},
  returns: v.nullable(v.object({ publicKey: v.string() })),
  handler: async () => {
    const { push } = environment();
    return push === null ? null : { publicKey: push.publicKey };
  },
});

/**
 * This browser is to ring for the ticket when no page of ours is open.
 * @throws invalidInput for what no browser gives
 */
export const subscribePush = customerMutation({
  args: subscription,
  returns: doneOr("notFound", "alreadyEnded", "tooManyRequests"),
  handler: async (ctx, { endpoint, p256dh, auth }) => {
    if (ctx.ticket === null) return refuse("notFound");
    const { push } = environment();
    const given = { endpoint, p256dh, auth };
    if (push === null || !isSubscription(given, push.standIn)) {
      throw appError("invalidInput");
    }
    return await subscribe(ctx, ctx.ticket, given, Date.now());
  },
});

/** It is not to ring any more. */
export const unsubscribePush = customerMutation({
  args: { endpoint: v.string() },
  returns: doneOr("notFound"),
  handler: async (ctx, { endpoint }) => {
    if (ctx.ticket === null) return refuse("notFound");
    await unsubscribe(ctx, ctx.ticket._id, endpoint);
    return { ok: true as const };
  },
});

/** By which ways those who are called now were told, and what came of it. */
export const ofQueue = counterQuery({
  args: { queueId: v.string() },
  returns: alertsOfQueueAnswer,
  handler: async (ctx, { queueId }) =>
    await alertsOfQueue(ctx, await ensureOwnQueue(ctx, queueId)),
});

/** The next way of telling may be due. */
export const look = internalMutation({
  args: { alertId: v.id("alerts") },
  returns: v.null(),
  handler: async (ctx, { alertId }) => {
    await climb(ctx, alertId, Date.now());
    return null;
  },
});

/** A booking's time is near. */
export const remind = internalMutation({
  args: {
    ticketId: v.id("tickets"),
    startsAt: v.number(),
    kind: v.union(v.literal("bookingTomorrow"), v.literal("bookingSoon")),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await remindOfBooking(ctx, args, Date.now());
    return null;
  },
});

/** A shop has said that it is late: the next batch of those who wait. */
export const tellLate = internalMutation({
  args: {
    businessId: v.id("businesses"),
    until: v.number(),
    cursor: v.nullable(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { businessId, ...said }) => {
    await tellLateBatch(ctx, businessId, said, Date.now());
    return null;
  },
});

/** The sender of a push takes its job, once. */
export const takePush = internalMutation({
  args: { stepId: v.id("alertSteps"), receiptHash: v.string() },
  returns: v.nullable(pushJobValidator),
  handler: async (ctx, { stepId, receiptHash }) =>
    await takePushJob(ctx, stepId, receiptHash, Date.now()),
});

/** The sender of a quiet push takes its job, once. */
export const takeWithdrawal = internalMutation({
  args: { stepId: v.id("alertSteps") },
  returns: v.nullable(withdrawalJobValidator),
  handler: async (ctx, { stepId }) =>
    await takeWithdrawalJob(ctx, stepId, Date.now()),
});

/** What the push services have answered. */
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
  handler: async (ctx, { stepId, outcomes }) => {
    await notePush(ctx, stepId, outcomes);
    return null;
  },
});

/** A device has a push, or somebody has tapped it. */
export const receipt = internalMutation({
  args: { receiptHash: v.string(), opened: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { receiptHash, opened }) => {
    await noteReceipt(ctx, receiptHash, opened, Date.now());
    return null;
  },
});

/** A browser has another address for pushes. What no browser gives changes nothing. */
export const renewPush = internalMutation({
  args: { old: v.string(), ...subscription },
  returns: v.null(),
  handler: async (ctx, { old, endpoint, p256dh, auth }) => {
    const { push } = environment();
    const given = { endpoint, p256dh, auth };
    if (push !== null && isSubscription(given, push.standIn)) {
      await renew(ctx, old, given);
    }
    return null;
  },
});

/** A ticket has ended a while ago. */
export const forgetPush = internalMutation({
  args: { ticketId: v.id("tickets") },
  returns: v.null(),
  handler: async (ctx, { ticketId }) => {
    await forgetSubscriptions(ctx, ticketId);
    return null;
  },
});
