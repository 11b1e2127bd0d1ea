/** Payment during sign-up, and the return from it. */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const payment = strings("payment", {
  /** The link to the profile for owners without a paid plan. */
  profile: "Your profile and your data",
  support: "Write to support",
  logIn: "Log in",
  title: "Your payment",
  subscription: "Your subscription",
  yourPlan: "Your plan",
  chooseYours: "Choose your plan",
  onHold: "Your subscription is on hold",
  onHoldMeaning:
    "A payment failed. Everything opens again as soon as the open bill is paid.",
  ended: "Your subscription has ended",
  unpaid: "Your last bill wasn't paid",
  unpaidMeaning:
    "So your subscription has stopped. Choosing a plan starts a new one.",
  prices: "Prices in US dollars per month, tax not included. Cancel anytime.",
  /** After "Cancel and go back" at the checkout. */
  cancelled: (plan: string, price: string) =>
    `Nothing was charged. You went back before paying for ${plan} (${price}/mo).`,
  subscribe: (plan: string, price: string) =>
    `Subscribe to ${plan} (${price}/mo)`,
  standIn:
    "Payments here go to a stand-in for Stripe: no money moves, and no card is needed.",
  stillThere: (people: number) =>
    `${counted(people, { one: "# person is", other: "# people are" })} still in your queues. You can serve them; nobody new can join.`,
  serveThem: "Serve them",
  billOpen: "Open bill, or a new card?",
  verifying: "Verifying your account...",
  confirming: "Confirming your payment...",
  confirmed: "Payment confirmed. Setting up your account...",
  confirmingSubscription: "Confirming your subscription...",
  toDashboard: "Go to Dashboard",
  toLogin: "Go to Login",
  choosePlan: "Choose a plan",
  setupFailed: "Failed to set up payment. Please try again or contact support.",
  setupFailedBecause: (reason: string) => `Failed to set up payment: ${reason}`,
  sessionOrPlanMissing: "Missing session or plan information",
  planMissing: "Plan information missing",
  userNotRetrieved: "Error retrieving user information",
  userNotFoundAfterPayment: "User not found after payment",
  userNotFound: "User not found. Please log in again.",
  notConfirmed: "Failed to confirm subscription status after multiple attempts",
});
