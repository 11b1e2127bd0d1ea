/** Who is signed in and for which business. */
import type { SoldPlan } from "../../../convex/base/rules/plans";
import type { Me } from "../../lib/account/me";

export type Account = Me;
export type Business = NonNullable<Account["business"]>;

/** What the owner can do about the plan; null: not for this owner. */
export type PlanActions = {
  upgrade: { to: SoldPlan; start: () => void } | null;
  manageBilling: (() => void) | null;
  invoices: (() => void) | null;
};
