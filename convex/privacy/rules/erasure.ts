/** The end of an account: the actor, and the name typed as confirmation. The rows are in data/erase.ts. */
import { v, type Infer, type ObjectType } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import { cleanText } from "../../base/rules/names";
import { straightQuotes } from "../../base/rules/plainLetters";

export const erasedByValidator = oneOf("owner", "admin");
export type ErasedBy = Infer<typeof erasedByValidator>;

/** The actor, as arguments. `adminId` is absent for the operator at a terminal. */
export const eraser = {
  by: erasedByValidator,
  adminId: v.optional(v.id("users")),
};
export type Eraser = ObjectType<typeof eraser>;

/** The business's Stripe customer, its open checkout, and whether it is paying as far as we know. */
export const payingFacts = v.object({
  customerId: v.nullable(v.string()),
  sessionId: v.nullable(v.string()),
  isRunning: v.boolean(),
});

/** Whether the typed text is the business's name; case and the form of quotes do not matter. */
export function isNameTyped(typed: string, name: string): boolean {
  const plain = (text: string) => straightQuotes(text).toLowerCase();
  const clean = cleanText(typed);
  return clean !== null && plain(clean) === plain(name);
}
