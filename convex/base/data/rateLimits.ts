/** Rows of token buckets. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../rules/errors";
import {
  returnToken,
  takeToken,
  waitForToken,
  type Bucket,
  type Limit,
} from "../rules/rateLimit";
import { rowBy } from "./rowBy";

/** Takes one token; false, without a write, if there is none. */
export async function takeFrom(
  ctx: MutationCtx,
  key: string,
  limit: Limit,
  now: number,
): Promise<boolean> {
  const row = await bucketOf(ctx, key);
  const next = takeToken(row, limit, now);
  if (next !== null) await save(ctx, key, row, next);
  return next !== null;
}

/** The limit is reached; a token is available after this time. */
export const waitValidator = v.object({ retryAfterMs: v.number() });
export type Wait = Infer<typeof waitValidator>;

/** Buckets by their keys. */
export type Buckets = (readonly [key: string, limit: Limit])[];

/** Takes a token from each bucket in order, up to the first empty one. Returns that one's wait, or null. */
export async function takeFromAll(
  ctx: MutationCtx,
  now: number,
  ...buckets: Buckets
): Promise<Wait | null> {
  for (const [key, limit] of buckets) {
    if (!(await takeFrom(ctx, key, limit, now))) {
      const row = await bucketOf(ctx, key);
      return { retryAfterMs: waitForToken(row, limit, now) };
    }
  }
  return null;
}

/** The same. @throws tooManyRequests */
export async function ensureTokens(...given: Parameters<typeof takeFromAll>) {
  const wait = await takeFromAll(...given);
  if (wait !== null) throw appError("tooManyRequests", wait);
}

/** Takes one token from a bucket that `fill` has made; false if there is none. */
export async function takeIfThere(
  ctx: MutationCtx,
  key: string,
  limit: Limit,
  now: number,
): Promise<boolean> {
  const row = await bucketOf(ctx, key);
  const next = row && takeToken(row, limit, now);
  if (next !== null) await save(ctx, key, row, next);
  return next !== null;
}

/** Whether nothing was taken from a bucket after this time. */
export async function isStill(ctx: MutationCtx, key: string, since: number) {
  const row = await bucketOf(ctx, key);
  return row === null || row.at <= since;
}

/** Milliseconds until the next token; 0 if there is one. */
export async function waitFor(
  ctx: MutationCtx,
  key: string,
  limit: Limit,
  now: number,
): Promise<number> {
  return waitForToken(await bucketOf(ctx, key), limit, now);
}

export async function fill(
  ctx: MutationCtx,
  key: string,
  { burst }: Limit,
  now: number,
): Promise<void> {
  const row = await bucketOf(ctx, key);
  await save(ctx, key, row, { tokens: burst, at: now });
}

/** Keeps the bucket empty until then; from then on it fills as usual. */
export async function emptyUntil(ctx: MutationCtx, key: string, until: number) {
  const row = await bucketOf(ctx, key);
  await save(ctx, key, row, { tokens: 0, at: until });
}

export async function giveBack(
  ctx: MutationCtx,
  key: string,
  limit: Limit,
  now: number,
): Promise<void> {
  const row = await bucketOf(ctx, key);
  if (row !== null) await save(ctx, key, row, returnToken(row, limit, now));
}

const bucketOf = rowBy("rateLimits", "key");

async function save(
  ctx: MutationCtx,
  key: string,
  row: Doc<"rateLimits"> | null,
  bucket: Bucket,
): Promise<void> {
  if (row === null) await ctx.db.insert("rateLimits", { key, ...bucket });
  else await ctx.db.patch("rateLimits", row._id, bucket);
}
