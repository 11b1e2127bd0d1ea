/** Undo of a named chair's switches (product.md CH4). */
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { CounterCtx } from "../../account/data/access";
import { memberOf } from "../../business/data/members";
import { chairsOf, setChair } from "../../queue/data/chairs";
import type { ChairSwitch } from "../../queue/rules/change";

/** Whether the chair is as the switch left it, and its earlier person is free to come back. */
export async function chairStands(
  ctx: Pick<QueryCtx, "db">,
  { chairId, before, after }: ChairSwitch,
): Promise<boolean> {
  const chair = await ctx.db.get("chairs", chairId);
  if (chair === null || chair.deletedAt !== null) return false;
  const { personId } = before;
  const isAsLeft =
    chair.personId === after.personId &&
    chair.duty === after.duty &&
    chair.since === after.since &&
    chair.until === after.until;
  if (!isAsLeft || personId === null || personId === after.personId) {
    return isAsLeft;
  }
  const all = await chairsOf(ctx, chair.businessId);
  return all.every((one) => one.personId !== personId);
}

/** A time that has passed meanwhile is over at once, by its alarm. Who left the shop does not come back. */
export async function undoSwitch(
  ctx: CounterCtx,
  { chairId, before }: ChairSwitch,
): Promise<void> {
  const chair = await ctx.db.get("chairs", chairId);
  if (chair === null) return;
  const { personId } = before;
  const works = personId === null || (await worksHere(ctx, personId));
  await setChair(ctx, chair, works ? before : { ...before, personId: null });
}

async function worksHere(ctx: CounterCtx, userId: Id<"users">) {
  const { _id, ownerId } = ctx.business;
  if (userId === ownerId) return true;
  return (await memberOf(ctx, userId))?.businessId === _id;
}
