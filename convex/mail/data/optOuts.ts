/** Opt-outs from e-mails of a business, or of the newsletter. product.md E4. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { hashSecret } from "../../base/rules/secrets";
import { findBusiness } from "../../business/data/businesses";
import { rowBy, type Reader } from "../../base/data/rowBy";

/** What an unsubscribe link ends; a null businessId is the newsletter. */
export type Subscription = { businessId: string | null; addressHash: string };

/** Whether this address opted out of this business's e-mails. @param email as normalized by normalizeEmail */
export async function hasOptedOut(
  ctx: Reader,
  business: Pick<Doc<"businesses">, "_id">,
  email: string,
): Promise<boolean> {
  return (await optOut(ctx, business._id, await hashSecret(email))) !== null;
}

/** The sender and whether its e-mails have ended; null for a deleted business. */
export async function senderOf(
  ctx: Reader,
  { businessId, addressHash }: Subscription,
): Promise<{ businessName: string | null; isOver: boolean } | null> {
  if (businessId === null) {
    const row = await listed(ctx, addressHash);
    return { businessName: null, isOver: row === null };
  }
  const business = await findBusiness(ctx, businessId);
  if (business === null) return null;
  const row = await optOut(ctx, business._id, addressHash);
  return { businessName: business.name, isOver: row !== null };
}

/** Ends the e-mails. Safe to repeat. */
export async function endSubscription(
  ctx: MutationCtx,
  { businessId, addressHash }: Subscription,
): Promise<void> {
  if (businessId === null) {
    const row = await listed(ctx, addressHash);
    if (row !== null) await ctx.db.delete("newsletterAddresses", row._id);
    return;
  }
  const business = await findBusiness(ctx, businessId);
  if (business === null) return;
  if ((await optOut(ctx, business._id, addressHash)) !== null) return;
  await ctx.db.insert("mailOptOuts", { businessId: business._id, addressHash });
}

const optOut = rowBy("mailOptOuts", "businessId_and_addressHash");
const listed = rowBy("newsletterAddresses", "emailHash");
