/** Access to a business's data that continues without the password, once set up. */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { workplaceOf, tabletsOf } from "../../business/data/members";
import { disconnect, dropFlow } from "../../calendar/data/connecting";
import { connectionOf } from "../../calendar/data/connections";
import { removeFeed } from "../../calendar/data/feeds";
import { dropExport } from "./exports";
import { forgetOwnNetworks } from "../../queue/data/shopNetworks";
import { endInvitationsOf, invitationsOf } from "../../team/data/people";
import { deleteTablet } from "../../team/data/tablets";
import { dropOwnTwilio } from "../../messages/data/smsSettings";

/** People who joined so recently may have been invited by a stranger. */
const NEW_MS = 30 * 24 * 60 * 60_000;

/**
 * Ends all that was set up with the old password, or by a stranger with the owner's address (product.md A4). An
 * owner's team stays, so the owner is told who is new in it.
 */
export async function endReaders(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  const workplace = await workplaceOf(ctx, userId);
  if (workplace === null) return;
  const { business, role } = workplace;
  const { _id: businessId } = business;
  for (const tablet of await tabletsOf(ctx, businessId)) {
    const isTheirs = role === "owner" || tablet.addedBy === userId;
    if (isTheirs) await deleteTablet(ctx, tablet);
  }
  await endInvitationsOf(ctx, { businessId, userId });
  if (role !== "owner") return;
  await removeFeed(ctx, business);
  await dropFlow(ctx, business);
  const calendar = await connectionOf(ctx, businessId);
  if (calendar !== null) await disconnect(ctx, calendar, now);
  await dropOwnTwilio(ctx, businessId);
  await dropExport(ctx, businessId);
  await forgetOwnNetworks(ctx, businessId);
  for (const { _id } of await invitationsOf(ctx, businessId))
    await ctx.db.delete("invitations", _id);
  const args = { businessId, since: now - NEW_MS };
  await ctx.scheduler.runAfter(0, internal.team.people.tellJoined, args);
}
