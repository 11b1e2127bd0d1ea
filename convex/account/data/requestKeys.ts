/** Answers by request key: a double click, a retry or a replay has one effect and one answer (product.md D3). */
import type { GenericValidator, Value } from "convex/values";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../base/rules/errors";
import { fits } from "../../base/rules/fits";
import { answersPerBusiness } from "../../base/rules/rateLimit";
import type { Staff } from "./access";
import { takeFromAll } from "../../base/data/rateLimits";

const MAX_KEY = 100;

/**
 * What `act` answers, kept for a day under this key of the business; for a key
 * that has an answer that one, and nothing is done. A refusal is not kept: it
 * has done nothing, so that the same key may still act, once.
 * @param returns the form of the answer
 * @throws invalidInput for an empty or overlong key, and for one whose answer
 * has another form: it was for something else; tooManyRequests, with nothing
 * done, beyond what a business may have kept
 */
export async function once(
  ctx: MutationCtx & Staff,
  { key, returns }: { key: string; returns: GenericValidator },
  now: number,
  act: () => Promise<unknown>,
): Promise<unknown> {
  if (key === "" || key.length > MAX_KEY) throw appError("invalidInput");
  const { _id: businessId, plan } = ctx.business;
  const earlier = await ctx.db
    .query("deskRequests")
    .withIndex("by_businessId_and_key", (q) =>
      q.eq("businessId", businessId).eq("key", key),
    )
    .unique();
  if (earlier !== null) {
    const kept = earlier.answer as Value;
    if (!fits(returns, kept)) throw appError("invalidInput");
    return kept;
  }
  const answer = await act();
  if (isRefusal(answer)) return answer;
  const bucket = [`desk:${businessId}`, answersPerBusiness(plan)] as const;
  const wait = await takeFromAll(ctx, [bucket], now);
  if (wait !== null) throw appError("tooManyRequests", wait);
  await ctx.db.insert("deskRequests", { businessId, key, at: now, answer });
  return answer;
}

function isRefusal(answer: unknown): boolean {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "ok" in answer &&
    answer.ok === false
  );
}
