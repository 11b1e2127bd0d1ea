/** Which admin may see the phone numbers of a business's customers, for an hour. product.md O22 */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { record } from "../../audit/data/log";
import { deleteOld } from "../../base/data/job";
import { rowBy } from "../../base/data/rowBy";

const HOUR_MS = 60 * 60_000;

type Admin = { admin: { userId: Id<"users"> } };

/** Whether this admin sees the numbers now. */
export async function arePhonesShown(
  ctx: QueryCtx & Admin,
  businessId: Id<"businesses">,
): Promise<boolean> {
  return (await viewOf(ctx, businessId, ctx.admin.userId)) !== null;
}

/** Shows the numbers for an hour. A second call within it changes nothing. */
export async function showPhones(
  ctx: MutationCtx & Admin,
  businessId: Id<"businesses">,
  at: number,
): Promise<void> {
  const { userId } = ctx.admin;
  if ((await viewOf(ctx, businessId, userId)) !== null) return;
  await ctx.db.insert("phoneViews", { businessId, userId, at });
  const actor = { kind: "admin", userId } as const;
  await record(ctx, { actor, action: "participantsViewed", businessId }, at);
}

/** Hides numbers that were shown for an hour. */
export const shownPhones = deleteOld("phoneViews", "by_at", "at", HOUR_MS);

const viewOf = rowBy("phoneViews", "businessId_and_userId");
