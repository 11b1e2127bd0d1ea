/**
 * The plans. Rate limits by plan are in booking/rules/limits, mail/rules/mailRules and queue/rules/joinLimits. A new
 * plan needs its price at Stripe, else all sales are off, and a migration of `platformTotals` (docs/schema-changes.md).
 */

/** A feature on a price list; the screens hold the words. */
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
  /** Other names for it in foreign text, in lower case. */
  readonly aliases: readonly string[];
  /** US dollars a month; null: not sold online, agreed individually. */
  readonly pricePerMonth: number | null;
  /** The variable with its Stripe prices: the first is sold, the others still count. Null if the price is null. */
  readonly priceVariable: `STRIPE_PRICE_${string}` | null;
  readonly queueLimit: number;
  /** People who work in the shop, with its owner. */
  readonly teamLimit: number;
  /** Active people (waiting now, called, serving) in one queue. */
  readonly peoplePerQueue: number;
  readonly smsPerMonth: number;
  /** Full reports: all days, with lost customers and as a file. Otherwise the last seven days (product.md P8). */
  readonly fullReports: boolean;
  readonly features: readonly PlanFeature[];
  /** Highlighted on price lists. */
  readonly isPopular: boolean;
  /** The badge's tone, as named in src/ui/badge. */
  readonly tone: "blue" | "purple" | "yellow" | "slate";
};

/** Ordered by what they allow. Figures: product.md P2, P3. */
const records = {
  starter: {
    label: "Starter",
    aliases: ["basic"],
    pricePerMonth: 19,
    priceVariable: "STRIPE_PRICE_STARTER",
    queueLimit: 5,
    teamLimit: 3,
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
    teamLimit: 15,
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
    teamLimit: 100,
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
/** A plan that is sold online. */
export type SoldPlan = {
  [P in Plan]: (typeof records)[P]["pricePerMonth"] extends number ? P : never;
}[Plan];

export const plans: Readonly<Record<Plan, PlanFacts>> = records;

/** All plans, lowest first. */
export const planNames = Object.keys(records) as readonly Plan[];
/** The plans that are sold online, lowest first. */
export const soldPlans = planNames.filter(isSold);
/** The plan of a business before its first payment, and the fallback for unknown names. */
export const firstPlan: SoldPlan = "starter";
/** The most queues of any plan: bounds every list of a business's queues. */
export const maxQueues = Math.max(
  ...planNames.map((plan) => plans[plan].queueLimit),
);

/** The most people of any plan: bounds every list of a business's people. */
export const maxPeople = Math.max(
  ...planNames.map((plan) => plans[plan].teamLimit),
);

export function isSold(plan: Plan): plan is SoldPlan {
  return plans[plan].pricePerMonth !== null;
}

/** Reads a plan from foreign text, by name or alias in any case; unknown text is the first plan. */
export function normalizePlan(text: string | null | undefined): Plan {
  return knownPlan(text ?? "") ?? firstPlan;
}

/** The plan that a foreign text names, by name or alias; null if none. */
export function knownPlan(text: string): Plan | null {
  const name = text.trim().toLowerCase();
  const aliased = planNames.find((plan) => plans[plan].aliases.includes(name));
  return planNamed(name) ?? aliased ?? null;
}

/** The plan that a setting names, in any case; null if none. */
export function planNamed(text: string | undefined): Plan | null {
  const name = (text ?? "").trim().toLowerCase();
  return planNames.find((plan) => plan === name) ?? null;
}

/** A plan's rank: a higher one allows more of everything. */
export function planRank(plan: Plan): number {
  return planNames.indexOf(plan);
}

/** The next higher sold plan, or null. */
export function nextPlan(plan: Plan): SoldPlan | null {
  return soldPlans.find((sold) => planRank(sold) > planRank(plan)) ?? null;
}
