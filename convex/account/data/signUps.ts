/** One row per sign-up, from which unproven accounts are erased (privacy/data/unproven.ts, product.md A15). */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { businessOfOwner } from "../../business/data/businesses";

/** Notes an account for a check in a week. */
export async function noteSignUp(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  const business = await businessOfOwner(ctx, userId);
  if (business === null) return;
  await ctx.db.insert("signUps", { businessId: business._id, at: now });
}
