/** Rows of shops' short addresses (product.md F8). */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../base/rules/errors";
import { DAY_MS } from "../../base/rules/job";
import {
  isReserved,
  MAX_KEPT,
  MAX_NEW_A_DAY,
  slugOf,
  slugsFor,
  typedSlug,
} from "../rules/shortAddress";
import { findBusiness } from "./businesses";
import { rowBy, rowsBy, type Reader } from "../../base/data/rowBy";

type Row = Doc<"shortAddresses">;

/** All that a business holds, the oldest first. */
export const addressesOf = rowsBy("shortAddresses", "businessId", MAX_KEPT);

/** The business behind what somebody typed; null for none. */
export async function businessBehind(ctx: Reader, typed: string) {
  const slug = typedSlug(typed);
  const row = slug === null ? null : await rowOf(ctx, slug);
  return row && (await findBusiness(ctx, row.businessId));
}

/** Makes the first address of a business that has none. False if all that fit are taken. */
export async function makeAddress(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  now: number,
): Promise<boolean> {
  const rows = await addressesOf(ctx, business._id);
  if (rows.length > 0) return true;
  for (const slug of slugsFor(business.name, business._id)) {
    if ((await rowOf(ctx, slug)) !== null) continue;
    await useAddress(ctx, business, rows, slug, now);
    return true;
  }
  return false;
}

/** Makes the slug of this text the current address. The earlier ones go on leading to the business. */
export async function changeAddress(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  wanted: string,
  now: number,
) {
  const slug = slugOf(wanted);
  if (slug === null) return refuse("addressInvalid");
  const rows = await addressesOf(ctx, business._id);
  if (!rows.some((row) => row.slug === slug)) {
    const isTaken = isReserved(slug) || (await rowOf(ctx, slug)) !== null;
    if (isTaken) return refuse("addressTaken");
    if (rows.length >= MAX_KEPT) {
      return refuse("addressesUsedUp", { max: MAX_KEPT });
    }
    const [oldest, ...others] = rows.slice(-MAX_NEW_A_DAY);
    const retryAfterMs = (oldest?.createdAt ?? 0) + DAY_MS - now;
    if (others.length === MAX_NEW_A_DAY - 1 && retryAfterMs > 0) {
      return refuse("tooManyRequests", { retryAfterMs });
    }
  }
  await useAddress(ctx, business, rows, slug, now);
  return { ok: true as const };
}

async function useAddress(
  ctx: MutationCtx,
  { _id: businessId }: Doc<"businesses">,
  rows: readonly Row[],
  slug: string,
  now: number,
): Promise<void> {
  for (const row of rows) {
    const isCurrent = row.slug === slug;
    if (row.isCurrent === isCurrent) continue;
    await ctx.db.patch("shortAddresses", row._id, { isCurrent });
  }
  if (rows.some((row) => row.slug === slug)) return;
  const row = { businessId, slug, isCurrent: true, createdAt: now };
  await ctx.db.insert("shortAddresses", row);
}

const rowOf = rowBy("shortAddresses", "slug");
