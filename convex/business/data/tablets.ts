/** Rows of the shop's tablets. Access reads them on every call of a tablet, so a lock and an end work at once. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { MAX_TABLETS } from "../rules/tablets";
import { memberOf } from "./members";
import { rowBy, rowsBy } from "../../base/data/rowBy";

type Reader = Pick<QueryCtx, "db">;
type Tablet = Doc<"tablets">;

/** The tablet whose own user this is; null for a person. */
export const tabletOf = rowBy("tablets", "userId");

/** The tablets of a shop, oldest first. */
export const tabletsOf = rowsBy("tablets", "businessId", MAX_TABLETS);

/** The person on a tablet; null when it is locked, or they work there no more. */
export async function personOn(ctx: Reader, { personId, businessId }: Tablet) {
  const member = personId && (await memberOf(ctx, personId));
  return member?.businessId === businessId ? member : null;
}

/** Takes the person off a tablet. */
export async function lockTablet(ctx: MutationCtx, { _id, personId }: Tablet) {
  if (personId === null) return;
  await ctx.db.patch("tablets", _id, { personId: null, until: null });
}

/** The alarm of a tablet, unless there was a sign of life since it was set. */
export async function endStay(
  ctx: MutationCtx,
  tabletId: Id<"tablets">,
  until: number,
): Promise<void> {
  const tablet = await ctx.db.get("tablets", tabletId);
  if (tablet?.until === until) await lockTablet(ctx, tablet);
}
