/** The answers to "How was your visit?". Sums of them are in reports/rules/feedback.ts. */
import { v, type Infer } from "convex/values";

export const ratingValidator = v.union(
  v.literal("great"),
  v.literal("ok"),
  v.literal("notGood"),
);
export type Rating = Infer<typeof ratingValidator>;
