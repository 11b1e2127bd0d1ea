/** Plan and invoices on the page "Billing & support", and the question before an upgrade. */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const billing = strings("billing", {
  account: "Account",
  plan: {
    title: "Plan",
    limits: (plan: string, queues: number, people: number) =>
      `${plan}: up to ${counted(queues, { one: "# queue", other: "# queues" })} with ${counted(people, { one: "# person", other: "# people" })} each.`,
    nextPayment: (day: string) => `Next payment on ${day}.`,
    invoices: "Invoices",
  },
  upgrade: {
    title: (plan: string) => `Upgrade to ${plan}?`,
    price: (plan: string, price: string) => `${plan} is ${price} a month.`,
    payNext: "You pay on the next page.",
    priceChange: (plan: string, price: string, before: string) =>
      `${plan} is ${price} a month instead of ${before}. You pay the difference for the rest of this month now.`,
    confirm: "Confirm & Pay",
    dueToday: "Due today",
    difference: "The difference, charged now",
  },
  invoices: {
    order: "Newest first.",
    own: "Your invoices",
    loading: "Loading invoices...",
    none: "No invoices yet.",
    firstOne: "The first one comes with your first payment.",
    pay: "Pay",
    view: "View",
    /** After "Pay" or "View", for screen readers. */
    which: (day: string) => `the invoice from ${day}, opens in a new tab`,
    states: {
      draft: "Draft",
      open: "Open",
      paid: "Paid",
      notPaid: "Not paid",
      void: "Void",
    },
  },
});
