/** Accounts without a sign of use: no proven address, payment or booking. Erased after a week (product.md A15). */
import { DAY_MS, HOUR_MS } from "../../base/rules/job";
import { KEPT_MS } from "../../base/rules/kept";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
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
  { _id: signUpId, businessId }: Doc<"signUps">,
  now: number,
): Promise<void> {
  const begunToPay = (await subscriptionOf(ctx, businessId))?.stripeCustomerId;
  if (!begunToPay) {
    await endUnused(ctx, signUpId, now);
    return;
  }
  // The news of a payment may be late, so Stripe is asked first. Without an answer, this is retried tomorrow.
  await ctx.db.patch("signUps", signUpId, {
    at: now - KEPT_MS.unprovenAccounts + DAY_MS,
  });
  const asked = { signUpId, businessId };
  await ctx.scheduler.runAfter(0, internal.privacy.erase.signUp, asked);
}

/** Erases the account, unless there is a sign of use by now. */
export async function endUnused(
  ctx: MutationCtx,
  signUpId: Id<"signUps">,
  now: number,
): Promise<void> {
  const signUp = await ctx.db.get("signUps", signUpId);
  if (signUp === null) return;
  await ctx.db.delete("signUps", signUpId);
  const business = await findBusiness(ctx, signUp.businessId);
  if (business === null || (await isWanted(ctx, business))) return;
  await beginErasure(ctx, business._id, { by: "admin" }, now);
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
