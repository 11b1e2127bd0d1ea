/** The plans as validators. Apart from plans.ts, because browsers read that one and need no validators. */
import { v } from "convex/values";
import { planNames, soldPlans } from "./plans";

export const planValidator = v.union(...planNames.map((p) => v.literal(p)));
export const soldPlanValidator = v.union(...soldPlans.map((p) => v.literal(p)));
