/** The plans in words. Figures come from the record that the server enforces. */
import { plans, type Plan, type PlanFeature } from "../../convex/model/plans";

type Facts = (typeof plans)[Plan];

const features: Record<PlanFeature, string | ((facts: Facts) => string)> = {
  queues: ({ queueLimit }) => `Up to ${queueLimit} queues`,
  unlimitedQueues: "Unlimited queues",
  people: ({ peoplePerQueue }) => `${peoplePerQueue} people per queue`,
  manyPeople: ({ peoplePerQueue }) => `${peoplePerQueue}+ people per queue`,
  basicNotifications: "Basic notifications",
  simpleDashboard: "Simple dashboard",
  sms: "SMS notifications",
  analytics: "Advanced analytics",
  alerts: "Custom alerts",
  whiteLabelling: "White labelling",
  prioritySupport: "Priority support",
  integrations: "Custom integrations",
};

/** For whom each plan is. */
export const forWhom: Record<Plan, string> = {
  starter: "For one chair or a small shop",
  pro: "For a busy shop",
  enterprise: "For several sites",
};

/** What a plan promises, a line each. */
export function featuresOf(plan: Plan): string[] {
  const facts = plans[plan];
  return facts.features.map((feature) => {
    const words = features[feature];
    return typeof words === "string" ? words : words(facts);
  });
}
