/**
 * Accounts that have signed up and have shown nothing yet: no proof of the
 * address, no payment, no customer. After a week they are erased (product.md
 * A15). A row for each is written at sign-up, so that accounts from before
 * this rule are never looked at.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isProven } from "./accounts";
import { businessOfOwner, findBusiness } from "./businesses";
import { beginErasure } from "./erase";
import { subscriptionOf } from "./subscriptions";

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 7 * DAY_MS;
/** Accounts of one run. */
const BATCH = 50;

/** An account is to be looked at in a week. */
export async function noteSignUp(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  const business = await businessOfOwner(ctx, userId);
  if (business === null) return;
  await ctx.db.insert("signUps", { businessId: business._id, at: now });
}

/** Those whose week is over, the oldest first; one that is not settled by then comes again tomorrow. */
export async function dueSignUps(
  ctx: MutationCtx,
  now: number,
): Promise<Id<"signUps">[]> {
  const due = await ctx.db
    .query("signUps")
    .withIndex("by_at", (q) => q.lt("at", now - KEPT_MS))
    .take(BATCH);
  const at = now - KEPT_MS + DAY_MS;
  for (const { _id } of due) await ctx.db.patch("signUps", _id, { at });
  return due.map(({ _id }) => _id);
}

/** Its week is over: it is erased, or has shown that somebody wants it and is not looked at again. */
export async function settleSignUp(
  ctx: MutationCtx,
  signUpId: Id<"signUps">,
  now: number,
): Promise<void> {
  const row = await ctx.db.get("signUps", signUpId);
  if (row === null) return;
  const { businessId } = row;
  const business = await findBusiness(ctx, businessId);
  if (business === null || (await isWanted(ctx, business))) {
    await ctx.db.delete("signUps", signUpId);
    return;
  }
  const subscription = await subscriptionOf(ctx, businessId);
  if (!subscription?.stripeCustomerId) {
    await ctx.db.delete("signUps", signUpId);
    await beginErasure(ctx, businessId, { by: "admin" }, now);
    return;
  }
  // Stripe is asked first, because a payment may be under way; where it does not answer, again tomorrow.
  const erased = { businessId, by: "admin" } as const;
  await ctx.scheduler.runAfter(0, internal.erase.business, erased);
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
