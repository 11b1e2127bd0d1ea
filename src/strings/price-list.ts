/** The plans in price lists: on the front page, before a payment and before an upgrade. */
import { strings } from "./language/language";
import { counting, number } from "./language/intl";
import type { Plan, PlanFeature } from "../../convex/base/rules/plans";

type Limits = {
  queueLimit: number;
  teamLimit: number;
  peoplePerQueue: number;
  smsPerMonth: number;
};

const counted = counting("en");

const textsAMonth = (texts: number) =>
  texts === 0
    ? "no texts"
    : counted(texts, { one: "# text a month", other: "# texts a month" });

export const priceList = strings("priceList", {
  aMonth: "/mo",
  forWhom: {
    starter: "For one chair or a small shop",
    pro: "For a busy shop",
    enterprise: "For multiple locations",
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
  /** Completes a feature's words, so that they say no more than the limits. */
  limits: {
    unlimitedQueues: ({ queueLimit }: Limits) =>
      `over time, ${number(queueLimit)} at once`,
    people: () => "at once",
    manyPeople: ({ peoplePerQueue }: Limits) =>
      `a day, ${number(peoplePerQueue)} at once`,
    sms: ({ smsPerMonth }: Limits) => `(${number(smsPerMonth)} texts a month)`,
  },
  /** What each number of `numbersOf` counts. */
  numbers: {
    queues: "Queues",
    people: "People per queue",
    team: "People in your team",
    texts: "Texts a month",
  },
  textsAMonth,
  /** The numbers that no other words of a choice name. */
  inShort: ({ teamLimit, peoplePerQueue, smsPerMonth }: Limits) =>
    `Team of ${number(teamLimit)}, ${number(peoplePerQueue)} people per queue, ${textsAMonth(smsPerMonth)}`,
});
