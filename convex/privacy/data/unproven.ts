/**
 * Accounts that have signed up and have shown nothing yet: no proof of the
 * address, no payment, no customer. After a week they are erased (product.md
 * A15). A row for each is written at sign-up, so that accounts from before
 * this rule are never looked at.
 */
import { DAY_MS, HOUR_MS } from "../../base/rules/job";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { isProven } from "../../account/data/accounts";
import { findBusiness } from "../../business/data/businesses";
import { beginErasure } from "./erase";
import { subscriptionOf } from "../../billing/data/subscriptions";
import { eachRow, job } from "../../base/data/job";

const KEPT_MS = 7 * DAY_MS;

/** The job of those whose week is over. */
export const signUpsOver = job<Doc<"signUps">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("signUps")
      .withIndex("by_at", (q) => q.lt("at", at - KEPT_MS))
      .paginate(page),
  work: eachRow(async (ctx, row, { now }) => await settle(ctx, row, now)),
  rows: 10,
  everyMs: HOUR_MS,
});

/** The account is erased, or it is wanted and not looked at again. */
async function settle(
  ctx: MutationCtx,
  { _id, businessId }: Doc<"signUps">,
  now: number,
): Promise<void> {
  const business = await findBusiness(ctx, businessId);
  if (business === null || (await isWanted(ctx, business))) {
    await ctx.db.delete("signUps", _id);
    return;
  }
  const subscription = await subscriptionOf(ctx, businessId);
  if (!subscription?.stripeCustomerId) {
    await ctx.db.delete("signUps", _id);
    await beginErasure(ctx, businessId, { by: "admin" }, now);
    return;
  }
  // A payment may be under way: Stripe is asked first. Where it does not answer, this comes again tomorrow.
  await ctx.db.patch("signUps", _id, { at: now - KEPT_MS + DAY_MS });
  const erased = { businessId, by: "admin" } as const;
  await ctx.scheduler.runAfter(0, internal.privacy.erase.business, erased);
}

/** A plan that the server gives everybody shows nothing. */
async function isWanted(
  ctx: MutationCtx,
  { _id, ownerId }: Doc<"businesses">,
): Promise<boolean> {
  if (await isProven(ctx, ownerId)) return true;
  const subscription = await subscriptionOf(ctx, _id);
  if (subscription !== null) {
    const { paid, grantedPlan, source } = subscription;
    if (paid !== null) return true;
    if (grantedPlan !== null && source !== "server") return true;
  }
  const ticket = await ctx.db
    .query("tickets")
    .withIndex("by_booked_time", (q) => q.eq("businessId", _id))
    .first();
  return ticket !== null;
}
