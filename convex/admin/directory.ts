/** All businesses, for platform admins. No function costs more as their number grows. */
import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v } from "convex/values";
import { setGrant } from "./data/businessAccounts";
import { findBusiness } from "../business/data/businesses";
import { businessInFull, businessInFullAnswer } from "./data/directoryBusiness";
import { directoryPage } from "./data/directoryPages";
import {
  queueInDirectory,
  queueInDirectoryAnswer,
  queuesOfBusiness,
  queuesOfBusinessAnswer,
} from "./data/directoryQueues";
import { participantsPage } from "./data/participants";
import * as phoneViews from "../account/data/viewing";
import { totalsNow, totalsNowAnswer } from "./data/platformNow";
import { openAccount, removeAccount } from "./services/businessAccounts";
import {
  adminAction,
  adminMutation,
  adminQuery,
  confirmedAdminAction,
} from "../functions";
import { environment } from "../base/services/env";
import { subscriptionState } from "../business/rules/standing";
import { opened, removed } from "./rules/businessAccounts";
import { refuse } from "../base/rules/errors";
import { directoryAnswer, sortValidator } from "../business/rules/directory";
import { participantAnswer, participantStatus } from "./rules/participants";
import { planValidator } from "../base/rules/planValidators";
import { doneOr, doneWith } from "../base/rules/refusals";

/** A page of businesses: all, or those that a text matches, then in the order of the words. Null means any. */
export const search = adminQuery({
  args: {
    text: v.string(),
    plan: v.nullable(planValidator),
    state: v.nullable(subscriptionState),
    sort: sortValidator,
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(directoryAnswer),
  handler: async (ctx, { paginationOpts, ...asked }) =>
    await directoryPage(ctx, asked, paginationOpts),
});

export const totals = adminQuery({
  args: {},
  returns: totalsNowAnswer,
  handler: async (ctx) => await totalsNow(ctx),
});

/** One business in full; null if it does not exist. */
export const business = adminQuery({
  args: { businessId: v.string() },
  returns: v.nullable(businessInFullAnswer),
  handler: async (ctx, { businessId }) => await businessInFull(ctx, businessId),
});

/** The queues of one business; null if it does not exist. */
export const queues = adminQuery({
  args: { businessId: v.string() },
  returns: v.nullable(queuesOfBusinessAnswer),
  handler: async (ctx, { businessId }) =>
    await queuesOfBusiness(ctx, businessId),
});

/** One queue and its business; null if it does not exist. */
export const queue = adminQuery({
  args: { queueId: v.string() },
  returns: v.nullable(queueInDirectoryAnswer),
  handler: async (ctx, { queueId }) => await queueInDirectory(ctx, queueId),
});

/** People in the line in calling order, or all tickets, newest first. A page may be empty without being the last. */
export const participants = adminQuery({
  args: {
    queueId: v.nullable(v.string()),
    businessId: v.nullable(v.string()),
    status: participantStatus,
    text: v.string(),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(participantAnswer),
  handler: async (ctx, { paginationOpts, ...asked }) =>
    await participantsPage(ctx, asked, paginationOpts),
});

/** Shows the phone numbers of a business's customers to the calling admin for an hour. Recorded once for that hour. */
export const showPhones = adminMutation({
  args: { businessId: v.string() },
  returns: doneOr("notFound"),
  handler: async (ctx, { businessId }) => {
    const found = await findBusiness(ctx, businessId);
    if (found === null) return refuse("notFound");
    await phoneViews.showPhones(ctx, found._id, Date.now());
    return { ok: true as const };
  },
});

/** Grants a plan without payment; null revokes it. Payments at Stripe stay. `plan` is the one that applies now. */
export const setPlan = adminMutation({
  args: { businessId: v.string(), plan: v.nullable(planValidator) },
  returns: doneWith({ plan: planValidator }, "notFound"),
  handler: async (ctx, wish) => {
    const { planWithoutPayment: ofServer } = environment();
    const given = { ...wish, ofServer };
    const plan = await setGrant(ctx, ctx.admin, given, Date.now());
    return plan === null ? refuse("notFound") : { ok: true as const, plan };
  },
});

/** Creates an account with a business on a plan without payment. @throws confirmFirst for a new admin; adminsFull */
export const create = adminAction({
  args: {
    email: v.string(),
    password: v.string(),
    businessName: v.string(),
    plan: planValidator,
    isAdmin: v.boolean(),
    timezone: v.optional(v.string()),
  },
  returns: opened,
  handler: async (ctx, { timezone = null, ...typed }) =>
    await openAccount(ctx, ctx.admin, { ...typed, timezone }),
});

/** Deletes a business for good. Returns when it has ended for everyone; `business` shows the progress of its rows. */
export const remove = confirmedAdminAction({
  args: { businessId: v.string(), businessName: v.string() },
  returns: removed,
  handler: async (ctx, { businessId, businessName }) =>
    await removeAccount(ctx, ctx.admin, businessId, businessName),
});
