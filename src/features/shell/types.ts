/** The signed-in user and their business. */
import type { SoldPlan } from "../../../convex/base/rules/plans";
import type { Me } from "../../lib/account/me";

export type Account = Me;
export type Business = NonNullable<Account["business"]>;

/** Opens the question about the next plan. */
export type Upgrade = { to: SoldPlan; start: () => void };
