/** The plans in price lists: on the front page, before a payment and before an upgrade. */
import { strings } from "./language/language";
import { counting, number } from "./language/intl";
import type { Plan, PlanFeature } from "../../convex/base/rules/plans";

type Limits = { queueLimit: number; peoplePerQueue: number };

const counted = counting("en");

export const priceList = strings("priceList", {
  aMonth: "/mo",
  forWhom: {
    starter: "For one chair or a small shop",
    pro: "For a busy shop",
    enterprise: "For several sites",
  } satisfies Record<Plan, string>,
  features: {
    queues: ({ queueLimit }: Limits) =>
      `Up to ${counted(queueLimit, { one: "# queue", other: "# queues" })}`,
    unlimitedQueues: () => "Unlimited queues",
    people: ({ peoplePerQueue }: Limits) =>
      `${number(peoplePerQueue)} people per queue`,
    manyPeople: ({ peoplePerQueue }: Limits) =>
      `${number(peoplePerQueue)}+ people per queue`,
    basicNotifications: () => "Basic notifications",
    simpleDashboard: () => "Simple dashboard",
    sms: () => "SMS notifications",
    analytics: () => "Advanced analytics",
    alerts: () => "Custom alerts",
    whiteLabelling: () => "White labelling",
    prioritySupport: () => "Priority support",
    integrations: () => "Custom integrations",
  } satisfies Record<PlanFeature, (limits: Limits) => string>,
  /** The actual limit, beside words that promise more. */
  limits: {
    unlimitedQueues: ({ queueLimit }: Limits) =>
      `(at most ${number(queueLimit)} at present)`,
    manyPeople: ({ peoplePerQueue }: Limits) =>
      `(at most ${number(peoplePerQueue)} at a time)`,
  },
});
