/** Answers by request key: a double click, a retry or a replay has one effect and one answer (product.md D3). */
import type { MutationCtx } from "../_generated/server";
import { appError } from "../model/errors";
import type { Staff } from "./access";

const MAX_KEY = 100;

/**
 * What `act` answers, kept for a day under this key of the business; for a key
 * that has an answer that one, and nothing is done.
 * @throws invalidInput for an empty or overlong key
 */
export async function once(
  ctx: MutationCtx & Staff,
  key: string,
  now: number,
  act: () => Promise<unknown>,
): Promise<unknown> {
  if (key === "" || key.length > MAX_KEY) throw appError("invalidInput");
  const businessId = ctx.business._id;
  const earlier = await ctx.db
    .query("deskRequests")
    .withIndex("by_businessId_and_key", (q) =>
      q.eq("businessId", businessId).eq("key", key),
    )
    .unique();
  if (earlier !== null) return earlier.answer;
  const answer = await act();
  await ctx.db.insert("deskRequests", { businessId, key, at: now, answer });
  return answer;
}
