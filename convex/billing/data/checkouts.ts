/** Rows of started payments: decides to which attempt a click belongs. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import { findBusiness } from "../../business/data/businesses";
import { rowBy } from "../../base/data/rowBy";

/** For this long, a click that Stripe did not answer is repeated as the same attempt. */
const UNANSWERED_MS = 10 * 60_000;

type Wish = Pick<
  Doc<"checkouts">,
  "businessId" | "plan" | "successPath" | "cancelPath"
>;
export type BegunCheckout = {
  attempt: number;
  /** Stripe's id of this attempt; null before its answer. */
  sessionId: string | null;
  /** The checkout of an earlier wish, which must not be paid. */
  replaced: string | null;
};

/** The attempt for a wish: the current one for the same, else the next. @param over a paid or expired attempt */
export async function beginCheckout(
  ctx: MutationCtx,
  wish: Wish,
  over: number | null,
  now: number,
): Promise<BegunCheckout> {
  const row = await checkoutOf(ctx, wish.businessId);
  if (row === null) {
    // Throws if the account was deleted while Stripe was being asked.
    must(await findBusiness(ctx, wish.businessId), "business");
    const first = { ...wish, attempt: 1, sessionId: null, at: now };
    await ctx.db.insert("checkouts", first);
    return { attempt: 1, sessionId: null, replaced: null };
  }
  const { attempt, sessionId } = row;
  const isSame =
    row.plan === wish.plan &&
    row.successPath === wish.successPath &&
    row.cancelPath === wish.cancelPath;
  const isUnderWay = sessionId !== null || now - row.at < UNANSWERED_MS;
  if (isSame && isUnderWay && attempt !== over)
    return { attempt, sessionId, replaced: null };
  const next = { ...wish, attempt: attempt + 1, sessionId: null, at: now };
  await ctx.db.patch("checkouts", row._id, next);
  return { attempt: attempt + 1, sessionId: null, replaced: sessionId };
}

/** Saves Stripe's id of an attempt; false if another attempt has begun since. */
export async function saveCheckout(
  ctx: MutationCtx,
  made: { businessId: Id<"businesses">; attempt: number; sessionId: string },
): Promise<boolean> {
  const row = await checkoutOf(ctx, made.businessId);
  if (row?.attempt !== made.attempt) return false;
  if (row.sessionId !== made.sessionId)
    await ctx.db.patch("checkouts", row._id, { sessionId: made.sessionId });
  return true;
}

/** The last payment that a business started, or null. */
export const checkoutOf = rowBy("checkouts", "businessId");
