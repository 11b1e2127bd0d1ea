/** The signed-in user and their business. */
import type { SoldPlan } from "../../../convex/base/rules/plans";
import type { Me } from "../../lib/account/me";

export type Account = Me;
export type Business = NonNullable<Account["business"]>;

/** The owner's plan actions; null where one is not available. */
export type PlanActions = {
  upgrade: { to: SoldPlan; start: () => void } | null;
  manageBilling: (() => void) | null;
  invoices: (() => void) | null;
};
