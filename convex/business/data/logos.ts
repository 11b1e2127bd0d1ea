/** The logo of a business: the file it is, and files that are nobody's. What a picture must be is profile/rules/picture. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { logosPerBusiness } from "../../base/rules/rateLimit";
import { DAY_MS } from "../../base/rules/job";
import { takeFromAll, type Wait } from "../../base/data/rateLimits";
import { businessOf } from "./businesses";
import { eachRow, job } from "../../base/data/job";

/** Whoever stores a file binds it, or gives it away, within this time. */
const BOUND_WITHIN_MS = DAY_MS;

/** Where the logo is; null without one. Asked anew each time: the address of files changes when a deployment moves. */
export async function logoUrlOf(
  ctx: Pick<QueryCtx, "storage">,
  { logoId, logoUrl }: Doc<"businesses">,
): Promise<string | null> {
  return logoId === undefined ? logoUrl : await ctx.storage.getUrl(logoId);
}

/** Counts one upload before it is looked at; or how long to wait. */
export async function countLogo(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  now: number,
): Promise<Wait | null> {
  return await takeFromAll(
    ctx,
    [[`logo:${businessId}`, logosPerBusiness]],
    now,
  );
}

/** This file is the logo from now on, null: none is; the one before is deleted. */
export async function bindLogo(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  logoId: Id<"_storage"> | null,
): Promise<void> {
  const business = await businessOf(ctx, { businessId });
  const { logoId: before } = business;
  const patch = { logoId: logoId ?? undefined, logoUrl: null };
  await ctx.db.patch("businesses", businessId, patch);
  if (before !== undefined) await deleteFile(ctx, before);
}

/** Files that have been nobody's for a day: an upload that broke off left them. */
export const files = job<{ _id: Id<"_storage">; _creationTime: number }>({
  due: (ctx, _at, page) => ctx.db.system.query("_storage").paginate(page),
  work: eachRow(async (ctx, { _id, _creationTime }, { now }) => {
    const isNew = _creationTime > now - BOUND_WITHIN_MS;
    if (!isNew && !(await isLogo(ctx, _id))) await deleteFile(ctx, _id);
  }),
  everyMs: DAY_MS,
});

async function isLogo(
  ctx: MutationCtx,
  logoId: Id<"_storage">,
): Promise<boolean> {
  const business = await ctx.db
    .query("businesses")
    .withIndex("by_logoId", (q) => q.eq("logoId", logoId))
    .first();
  return business !== null;
}

/** A file that an operator has deleted by hand is gone already. */
async function deleteFile(
  ctx: MutationCtx,
  storageId: Id<"_storage">,
): Promise<void> {
  const file = await ctx.db.system.get("_storage", storageId);
  if (file !== null) await ctx.storage.delete(storageId);
}
