/** STOP answers: rows of hashes of number and sender (product.md N7). */
import type { MutationCtx } from "../../_generated/server";
import { rowBy, type Reader } from "../../base/data/rowBy";

/** Whether this number has opted out of texts from this sender. */
export async function isOptedOut(ctx: Reader, pairHash: string) {
  return (await find(ctx, pairHash)) !== null;
}

/** Stores a STOP, or deletes it after START. */
export async function setOptedOut(
  ctx: MutationCtx,
  pairHash: string,
  isOut: boolean,
  now: number,
): Promise<void> {
  const row = await find(ctx, pairHash);
  if (isOut && row === null)
    await ctx.db.insert("smsOptOuts", { pairHash, at: now });
  else if (!isOut && row !== null) await ctx.db.delete("smsOptOuts", row._id);
}

const find = rowBy("smsOptOuts", "pairHash");
