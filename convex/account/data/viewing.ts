/** What an admin may see of a business: its owner's view (product.md O52) and its customers' phone numbers (O22). */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { AuditAction } from "../../audit/rules/entries";
import { refuse } from "../../base/rules/errors";
import type { Done } from "../../base/rules/refusals";
import { adminSessionOf } from "./adminSessions";
import { isAdmin } from "./admins";
import { record } from "../../audit/data/log";
import { findBusiness } from "../../business/data/businesses";
import { deleteOld } from "../../base/data/job";
import { rowBy } from "../../base/data/rowBy";

/** What a session views. `business` is null if it was deleted or the session lost its rights. */
export type Viewing = { business: Doc<"businesses"> | null };

/** Null for a session that views nothing: the normal case. */
export async function viewingIn(
  ctx: QueryCtx,
  { _id, userId }: Doc<"authSessions">,
): Promise<Viewing | null> {
  const session = await adminSessionOf(ctx, _id);
  if (session?.viewing === undefined) return null;
  const mayLook = !session.needsSecondFactor && (await isAdmin(ctx, userId));
  const business = mayLook ? await findBusiness(ctx, session.viewing) : null;
  return { business };
}

type Session = Doc<"adminSessions">;

/** Switches the session's view to this business. */
export async function beginViewing(
  ctx: MutationCtx,
  session: Session,
  id: string,
  now: number,
): Promise<Done<"notFound">> {
  const business = await findBusiness(ctx, id);
  if (business === null) return refuse("notFound");
  if (session.viewing === business._id) return { ok: true };
  const { _id: businessId } = business;
  await endViewing(ctx, session, now);
  await ctx.db.patch("adminSessions", session._id, { viewing: businessId });
  const began = { userId: session.userId, businessId };
  await recordViewing(ctx, "viewBegan", began, now);
  return { ok: true };
}

/** Switches the session back to its own account. */
export async function endViewing(
  ctx: MutationCtx,
  { _id, userId, viewing: businessId }: Session,
  now: number,
): Promise<void> {
  if (businessId === undefined) return;
  await ctx.db.patch("adminSessions", _id, { viewing: undefined });
  await recordViewing(ctx, "viewEnded", { userId, businessId }, now);
}

export async function recordViewing(
  ctx: MutationCtx,
  action: Extract<AuditAction, "viewBegan" | "viewEnded">,
  { userId, businessId }: ViewingEnd,
  now: number,
): Promise<void> {
  const actor = { kind: "admin", userId } as const;
  // Empty if the business was deleted in the meantime.
  const name = (await findBusiness(ctx, businessId))?.name ?? "";
  await record(ctx, { actor, action, businessId, subject: name }, now);
}

/** The admin who stopped viewing, and the business. */
export type ViewingEnd = { userId: Id<"users">; businessId: Id<"businesses"> };

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
export const shownPhones = deleteOld("phoneViews", "at", HOUR_MS);

const viewOf = rowBy("phoneViews", "businessId_and_userId");
