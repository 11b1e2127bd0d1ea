/** The plans that are sold online, in words. Figures come from the table that the server enforces. */
import { plans, type SoldPlan } from "../../../convex/model/plans";

/** What Pro adds; also the promise of the upgrade dialog (specification, public part §6). */
export const PRO_ADDS: readonly string[] = [
  "SMS notifications",
  `Up to ${plans.pro.queueLimit} queues`,
  `${plans.pro.peoplePerQueue}+ people per queue`,
  "Advanced analytics",
  "Custom alerts",
];

export const offers: readonly {
  plan: SoldPlan;
  features: readonly string[];
}[] = [
  {
    plan: "starter",
    features: [
      `Up to ${plans.starter.queueLimit} queues`,
      `${plans.starter.peoplePerQueue} people per queue`,
      "Basic notifications",
      "Simple dashboard",
    ],
  },
  { plan: "pro", features: PRO_ADDS },
];
