/** The logo file of a business, and files without a business. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { DAY_MS } from "../../base/rules/job";
import { businessOf } from "./businesses";
import { eachRow, job } from "../../base/data/job";
import { rowsBy } from "../../base/data/rowBy";

/** The logo's address; null without one. Not stored, because it changes when a deployment moves. */
export async function logoUrlOf(
  ctx: Pick<QueryCtx, "storage">,
  { logoId, logoUrl }: Doc<"businesses">,
): Promise<string | null> {
  return logoId === undefined ? logoUrl : await ctx.storage.getUrl(logoId);
}

/** Sets the logo (null: none) and deletes the previous file. */
export async function bindLogo(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  logoId: Id<"_storage"> | null,
): Promise<void> {
  const { logoId: before } = await businessOf(ctx, { businessId });
  const patch = { logoId: logoId ?? undefined, logoUrl: null };
  await ctx.db.patch("businesses", businessId, patch);
  if (before !== undefined) await deleteFile(ctx, before);
}

/** Deletes files that have had no business for a day; interrupted uploads leave them. */
export const files = job<{ _id: Id<"_storage">; _creationTime: number }>({
  due: (ctx, _at, page) => ctx.db.system.query("_storage").paginate(page),
  work: eachRow(async (ctx, { _id, _creationTime }, { now }) => {
    const isNew = _creationTime > now - DAY_MS;
    if (!isNew && (await withLogo(ctx, _id)).length === 0)
      await deleteFile(ctx, _id);
  }),
  everyMs: DAY_MS,
});

const withLogo = rowsBy("businesses", "logoId", 1);

/** The file may be gone already, deleted by an operator. */
async function deleteFile(ctx: MutationCtx, storageId: Id<"_storage">) {
  const file = await ctx.db.system.get("_storage", storageId);
  if (file !== null) await ctx.storage.delete(storageId);
}
