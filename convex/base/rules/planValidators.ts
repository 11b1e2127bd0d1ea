/** The plans as validators. Separate, because browsers load plans.ts and need no validators. */
import { v } from "convex/values";
import { planNames, soldPlans } from "./plans";

export const planValidator = v.union(...planNames.map((p) => v.literal(p)));
export const soldPlanValidator = v.union(...soldPlans.map((p) => v.literal(p)));
