/**
 * The plans: one record each, lowest first. What a plan is called, costs,
 * allows and promises is written here and nowhere else; validators (planValidators.ts),
 * prices of the environment, price lists and upgrades follow from it. Not who has which
 * plan: that is on the business row.
 */
/** What a plan promises on a price list; the words are the screens'. */
export type PlanFeature =
  | "queues"
  | "unlimitedQueues"
  | "people"
  | "manyPeople"
  | "basicNotifications"
  | "simpleDashboard"
  | "sms"
  | "analytics"
  | "alerts"
  | "whiteLabelling"
  | "prioritySupport"
  | "integrations";

type PlanFacts = {
  /** Its name, the same in every language. */
  readonly label: string;
  /** Other words that mean it where plans are read from foreign text, in lower case. */
  readonly aliases: readonly string[];
  /** US dollars a month; null is not sold here but agreed with people. */
  readonly pricePerMonth: number | null;
  /** The variable with its prices at Stripe: the first is sold, the others still count. Null with the price. */
  readonly priceVariable: `STRIPE_PRICE_${string}` | null;
  readonly queueLimit: number;
  /** Active people (waiting now, called, serving) in one queue. */
  readonly peoplePerQueue: number;
  readonly smsPerMonth: number;
  /** Reports of all days, with lost customers and as a file; without, of the last seven days (product.md P8). */
  readonly fullReports: boolean;
  readonly features: readonly PlanFeature[];
  /** Stands out on price lists. */
  readonly isPopular: boolean;
  /** Of its badge, as src/ui/badge names them. */
  readonly tone: "blue" | "purple" | "yellow" | "slate";
};

/** In the order of what they allow. Figures: product.md P2, P3. */
const records = {
  starter: {
    label: "Starter",
    aliases: ["basic"],
    pricePerMonth: 19,
    priceVariable: "STRIPE_PRICE_STARTER",
    queueLimit: 5,
    peoplePerQueue: 10,
    smsPerMonth: 0,
    fullReports: false,
    features: ["queues", "people", "basicNotifications", "simpleDashboard"],
    isPopular: false,
    tone: "blue",
  },
  pro: {
    label: "Pro",
    aliases: ["professional"],
    pricePerMonth: 29,
    priceVariable: "STRIPE_PRICE_PRO",
    queueLimit: 10,
    peoplePerQueue: 50,
    smsPerMonth: 50,
    fullReports: true,
    features: ["queues", "manyPeople", "sms", "analytics", "alerts"],
    isPopular: true,
    tone: "purple",
  },
  enterprise: {
    label: "Enterprise",
    aliases: [],
    pricePerMonth: null,
    priceVariable: null,
    queueLimit: 100,
    peoplePerQueue: 1000,
    smsPerMonth: 1000,
    fullReports: true,
    features: [
      "unlimitedQueues",
      "whiteLabelling",
      "prioritySupport",
      "integrations",
    ],
    isPopular: false,
    tone: "yellow",
  },
} as const satisfies Record<string, PlanFacts>;

export type Plan = keyof typeof records;
/** A plan that is paid for online. */
export type SoldPlan = {
  [P in Plan]: (typeof records)[P]["pricePerMonth"] extends number ? P : never;
}[Plan];

/** The record of each plan. */
export const plans: Readonly<Record<Plan, PlanFacts>> = records;

/** All plans, lowest first. */
export const planNames = Object.keys(records) as readonly Plan[];
/** The plans that are paid for online, lowest first. */
export const soldPlans = planNames.filter(isSold);
/** What a business has before it has paid for anything, and what unknown words mean. */
export const firstPlan: SoldPlan = "starter";
/** No plan allows more queues: it bounds every list of a business's queues. */
export const maxQueues = Math.max(
  ...planNames.map((plan) => plans[plan].queueLimit),
);

/** Whether a plan can be paid for online. */
export function isSold(plan: Plan): plan is SoldPlan {
  return plans[plan].pricePerMonth !== null;
}

/** Reads a plan from foreign text: trimmed, any case, by name or alias; anything unknown is the first plan. */
export function normalizePlan(text: string | null | undefined): Plan {
  return knownPlan(text ?? "") ?? firstPlan;
}

/** The plan that a foreign text names, by name or alias; null when it names none. */
export function knownPlan(text: string): Plan | null {
  const name = text.trim().toLowerCase();
  const aliased = planNames.find((plan) => plans[plan].aliases.includes(name));
  return planNamed(name) ?? aliased ?? null;
}

/** The plan that a setting names, trimmed and in any case; null when it names none. */
export function planNamed(text: string | undefined): Plan | null {
  const name = (text ?? "").trim().toLowerCase();
  return planNames.find((plan) => plan === name) ?? null;
}

/** Orders the plans: the higher one allows more of everything. */
export function planRank(plan: Plan): number {
  return planNames.indexOf(plan);
}

/** The sold plan that comes next above this one, or null. */
export function nextPlan(plan: Plan): SoldPlan | null {
  return soldPlans.find((sold) => planRank(sold) > planRank(plan)) ?? null;
}
