/**
 * Answers by request key: a double click, retry or replay has one effect and one answer (product.md D3). And the limit of
 * changes without a key.
 */
import type { GenericValidator, Infer } from "convex/values";
import { validate } from "convex-helpers/validators";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../base/rules/errors";
import {
  changesPerAccount,
  deskActionsPerBusiness,
} from "../../base/rules/rateLimit";
import type { Staff } from "./access";
import { ensureTokens, takeFrom, waitFor } from "../../base/data/rateLimits";
import { rowBy } from "../../base/data/rowBy";

const MAX_KEY = 100;

/**
 * Runs `act` once per key of the business, and keeps its answer for a day. A refusal is not kept.
 * @throws invalidInput for an invalid key, or one used for something else; tooManyRequests: too many answers are kept
 */
export async function once<Returns extends GenericValidator>(
  ctx: MutationCtx & Staff,
  { key, returns }: { key: string; returns: Returns },
  now: number,
  act: () => Promise<Infer<Returns>>,
): Promise<Infer<Returns>> {
  if (key === "" || key.length > MAX_KEY) throw appError("invalidInput");
  const { _id: businessId, plan } = ctx.business;
  const earlier = await answerTo(ctx, businessId, key);
  if (earlier !== null) {
    if (!validate(returns, earlier.answer)) throw appError("invalidInput");
    return earlier.answer;
  }
  const bucket = [`desk:${businessId}`, deskActionsPerBusiness(plan)] as const;
  // Before the work: a reset of a thousand people would be done and taken back, as often as it is asked for.
  const retryAfterMs = await waitFor(ctx, ...bucket, now);
  if (retryAfterMs > 0) throw appError("tooManyRequests", { retryAfterMs });
  const answer = await act();
  if (isRefusal(answer)) return answer;
  await takeFrom(ctx, ...bucket, now);
  await ctx.db.insert("deskRequests", { businessId, key, at: now, answer });
  return answer;
}

const answerTo = rowBy("deskRequests", "businessId_and_key");

function isRefusal(answer: unknown): boolean {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "ok" in answer &&
    answer.ok === false
  );
}

/** Counts a change without a key, of an account or a tablet. @throws tooManyRequests */
export async function countChange(
  ctx: MutationCtx,
  by: Id<"users"> | Id<"tablets">,
  now: number,
): Promise<void> {
  await ensureTokens(ctx, now, [`changes:${by}`, changesPerAccount]);
}
