/** What platform admins see of all businesses. Nothing here costs more where there are more of them. */
import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v } from "convex/values";
import { findBusiness } from "./data/businesses";
import { businessInFull, businessInFullAnswer } from "./data/directoryBusiness";
import { directoryPage } from "./data/directoryPages";
import {
  queuesOfBusiness,
  queuesOfBusinessAnswer,
} from "./data/directoryQueues";
import { participantsPage } from "./data/participants";
import { showPhones as show } from "./data/phoneViews";
import { totalsNow, totalsNowAnswer } from "./data/platformNow";
import { adminMutation, adminQuery } from "./functions";
import { subscriptionState } from "./model/billing";
import { refuse } from "./model/errors";
import { directoryAnswer, sortValidator } from "./model/directory";
import { participantAnswer, participantStatus } from "./model/participants";
import { planValidator } from "./model/planValidators";
import { doneOr } from "./model/refusals";

/**
 * A page of businesses: all, or those whose name, address or id a text means.
 * `plan` and `state` null: any. With a text the order is that of the words
 * found, whatever `sort` says.
 */
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

/** How many businesses there are and how busy they are. */
export const totals = adminQuery({
  args: {},
  returns: totalsNowAnswer,
  handler: async (ctx) => await totalsNow(ctx),
});

/** One business as it stands; null for what is none (any more). */
export const business = adminQuery({
  args: { businessId: v.string() },
  returns: v.nullable(businessInFullAnswer),
  handler: async (ctx, { businessId }) => await businessInFull(ctx, businessId),
});

/** The queues of one business; null for what is none (any more). */
export const queues = adminQuery({
  args: { businessId: v.string() },
  returns: v.nullable(queuesOfBusinessAnswer),
  handler: async (ctx, { businessId }) =>
    await queuesOfBusiness(ctx, businessId),
});

/**
 * People of one queue, or of a whole business: those in the line in calling
 * order, or all there ever were, the newest first. A page may hold fewer than
 * asked for, or none, and not be the last.
 */
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

/**
 * Shows the phone numbers of a business's people to the calling admin for an
 * hour. Recorded, once for that hour.
 */
export const showPhones = adminMutation({
  args: { businessId: v.string() },
  returns: doneOr("notFound"),
  handler: async (ctx, { businessId }) => {
    const found = await findBusiness(ctx, businessId);
    if (found === null) return refuse("notFound");
    await show(ctx, found._id, Date.now());
    return { ok: true as const };
  },
});
