/** What an owner wants to pay for, from our own pages. The same wish leads to the same checkout. */
import { ownPath } from "../../base/rules/ownPath";
import type { SoldPlan } from "../../base/rules/plans";

export function checkoutWish(plan: SoldPlan, returnPath?: string) {
  return {
    plan,
    successPath: ownPath(returnPath) ?? "/checkout-success",
    // The page then says what was not bought.
    cancelPath: `/payment-required?cancelled=${plan}`,
  };
}
