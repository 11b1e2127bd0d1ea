/** The end of an account: who wants it, and what they type to show that they do. Not the rows: data/erase.ts. */
import { v, type Infer, type ObjectType } from "convex/values";
import { cleanText } from "../../base/rules/names";

/** The owner, or a platform admin. */
export const erasedByValidator = v.union(
  v.literal("owner"),
  v.literal("admin"),
);
export type ErasedBy = Infer<typeof erasedByValidator>;

/** Who wants it, as arguments; `adminId` is absent where the operator does, from a terminal. */
export const eraser = {
  by: erasedByValidator,
  adminId: v.optional(v.id("users")),
};
export type Eraser = ObjectType<typeof eraser>;

/** How Stripe knows a business, its open checkout, and whether it pays as far as we have heard. */
export const payingFacts = v.object({
  customerId: v.nullable(v.string()),
  sessionId: v.nullable(v.string()),
  isRunning: v.boolean(),
});

/** Whether somebody typed the name of the business, whatever the case. */
export function isNameTyped(typed: string, name: string): boolean {
  return cleanText(typed)?.toLowerCase() === name.toLowerCase();
}
