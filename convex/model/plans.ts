/**
 * The plans: what each costs and allows. The only place with these figures,
 * for the server and the screens. Not who has which plan: that is on the
 * business row.
 */
import { v, type Infer } from "convex/values";

export const planValidator = v.union(
  v.literal("starter"),
  v.literal("pro"),
  v.literal("enterprise"),
);
export type Plan = Infer<typeof planValidator>;

type PlanFacts = {
  /** As people read it, also in 'Queue limit reached. … for {label} plan.' */
  readonly label: string;
  /** US dollars a month; null means by agreement. */
  readonly pricePerMonth: number | null;
  readonly queueLimit: number;
  /** Active people (waiting now, called, serving) in one queue. */
  readonly peoplePerQueue: number;
  readonly smsPerMonth: number;
};

/** Figures of the specification, public part §9, as settled in its decisions §1.1. */
export const plans: Readonly<Record<Plan, PlanFacts>> = {
  starter: {
    label: "Starter",
    pricePerMonth: 19,
    queueLimit: 5,
    peoplePerQueue: 10,
    smsPerMonth: 0,
  },
  pro: {
    label: "Pro",
    pricePerMonth: 29,
    queueLimit: 10,
    peoplePerQueue: 50,
    smsPerMonth: 50,
  },
  enterprise: {
    label: "Enterprise",
    pricePerMonth: null,
    queueLimit: 100,
    peoplePerQueue: 1000,
    smsPerMonth: 1000,
  },
};

const RANK: readonly Plan[] = ["starter", "pro", "enterprise"];

/** The plans that are paid for online; Enterprise is agreed with people. */
export const soldPlanValidator = v.union(
  v.literal("starter"),
  v.literal("pro"),
);
export type SoldPlan = Infer<typeof soldPlanValidator>;

/** Reads a plan from foreign text: trimmed, any case, 'professional' is Pro, anything unknown is Starter. */
export function normalizePlan(text: string | null | undefined): Plan {
  const plan = (text ?? "").trim().toLowerCase();
  if (plan === "pro" || plan === "professional") return "pro";
  return plan === "enterprise" ? "enterprise" : "starter";
}

/** The plan that a setting names, trimmed and in any case; null when it names none. */
export function planNamed(text: string | undefined): Plan | null {
  const name = (text ?? "").trim().toLowerCase();
  return RANK.find((plan) => plan === name) ?? null;
}

/** Orders the plans: the higher one allows more of everything. */
export function planRank(plan: Plan): number {
  return RANK.indexOf(plan);
}
