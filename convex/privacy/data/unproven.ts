/** Accounts without a sign of use: no proven address, payment or booking. Erased after a week (product.md A15). */
import { DAY_MS, HOUR_MS } from "../../base/rules/job";
import { KEPT_MS } from "../../base/rules/kept";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { isProven } from "../../account/data/accounts";
import { findBusiness } from "../../business/data/businesses";
import { beginErasure } from "./erase";
import { subscriptionOf } from "../../billing/data/subscriptions";
import { dueAfter, eachRow, job } from "../../base/data/job";

export const signUpsOver = job<Doc<"signUps">>({
  due: dueAfter("signUps", "at", KEPT_MS.unprovenAccounts),
  work: eachRow(async (ctx, row, { now }) => await endSignUp(ctx, row, now)),
  rows: 10,
  everyMs: HOUR_MS,
});

async function endSignUp(
  ctx: MutationCtx,
  { _id, businessId }: Doc<"signUps">,
  now: number,
): Promise<void> {
  const business = await findBusiness(ctx, businessId);
  if (business === null || (await isWanted(ctx, business))) {
    await ctx.db.delete("signUps", _id);
    return;
  }
  if (!(await subscriptionOf(ctx, businessId))?.stripeCustomerId) {
    await ctx.db.delete("signUps", _id);
    await beginErasure(ctx, businessId, { by: "admin" }, now);
    return;
  }
  // A payment may be in progress, so Stripe is asked first. Without an answer, this is retried tomorrow.
  await ctx.db.patch("signUps", _id, {
    at: now - KEPT_MS.unprovenAccounts + DAY_MS,
  });
  const erased = { businessId, by: "admin" } as const;
  await ctx.scheduler.runAfter(0, internal.privacy.erase.business, erased);
}

/** A plan that the server grants to every business is no sign of use. */
async function isWanted(ctx: MutationCtx, { _id, ownerId }: Doc<"businesses">) {
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
