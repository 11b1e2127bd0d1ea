/** The answers to "How was your visit?". Sums of them are in reports/rules/feedback.ts. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";

export const ratingValidator = oneOf("great", "ok", "notGood");
export type Rating = Infer<typeof ratingValidator>;

export const ratingCountsValidator = v.object({
  great: v.number(),
  ok: v.number(),
  notGood: v.number(),
});
