/** Rows of token buckets. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import {
  returnToken,
  takeToken,
  type Bucket,
  type Limit,
} from "../model/rateLimit";

/** Takes one token; false, and nothing written, if there is none. */
export async function takeFrom(
  ctx: MutationCtx,
  key: string,
  limit: Limit,
  now: number,
): Promise<boolean> {
  const row = await bucketOf(ctx, key);
  const next = takeToken(row, limit, now);
  if (next === null) return false;
  await save(ctx, key, row, next);
  return true;
}

/** Gives one token back. */
export async function giveBack(
  ctx: MutationCtx,
  key: string,
  limit: Limit,
  now: number,
): Promise<void> {
  const row = await bucketOf(ctx, key);
  if (row !== null) await save(ctx, key, row, returnToken(row, limit, now));
}

async function bucketOf(
  ctx: MutationCtx,
  key: string,
): Promise<Doc<"rateLimits"> | null> {
  return await ctx.db
    .query("rateLimits")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}

async function save(
  ctx: MutationCtx,
  key: string,
  row: Doc<"rateLimits"> | null,
  bucket: Bucket,
): Promise<void> {
  if (row === null) await ctx.db.insert("rateLimits", { key, ...bucket });
  else await ctx.db.patch("rateLimits", row._id, bucket);
}
