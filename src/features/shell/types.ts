/** Who is signed in and for which business. */
import type { Me } from "../../lib/me";

export type Account = Me;
export type Business = NonNullable<Account["business"]>;

/** What the owner can do about the plan; null: not for this owner. */
export type PlanActions = {
  upgrade: (() => void) | null;
  manageBilling: (() => void) | null;
  invoices: (() => void) | null;
};
