/** What people read who have no account or are not signed in: front page, sign-up, log-in, payment on the way in. Sentences of the specification are its own. */
import type {
  CommonRefusal,
  VisitorRefusal,
} from "../../../convex/model/refusals";
import type { RefusalTexts } from "../refusal-text";

export const visitors = {
  /** Why the server did not do it. */
  refusals: {
    notSignedIn: "Please log in to continue",
    notAllowed: "You are not allowed to do this.",
    notSubscribed: "An active subscription is needed for this.",
    invalidCredentials: "Invalid login credentials",
    invalidEmail: "Valid email address is required",
    weakPassword:
      "Password must be at least 8 characters and include uppercase, lowercase, number and special character.",
    commonPassword:
      "This password is on the lists that attackers try first. Please choose another.",
    passwordTooLong: "Password cannot be longer than 256 characters.",
    businessNameRequired: "Business name is required",
    signUpFailed: "Failed to create account.",
    signUpClosed: "This server takes no new shops yet.",
    signUpNotListed:
      "This server takes new shops by invitation only, and this address is not on its list.",
    resetCodeWrong:
      "This code is not valid or has expired. Please request a new one.",
    mailOff: "Password reset by e-mail is not set up on this server.",
    waitBeforeReset:
      "Please wait a minute before requesting another password reset",

    paymentsOff: "Payments are not set up on this server.",
    paymentNotStarted: "Failed to start payment process. Please try again.",
    checkoutFailed: "Failed to create checkout session",
    upgradeFailed: "Failed to initiate upgrade. Please try again.",
    cardDeclined:
      "Your card was declined. Change it under Manage Billing and try again.",
    alreadySubscribed:
      "You already have a subscription. You can change it on your billing page.",
    noSubscription: "You do not have a subscription that can be changed.",
    notYourPayment: "This payment belongs to another account.",
    stripeUnavailable: "Something went wrong. Please contact support.",
  } satisfies RefusalTexts<Exclude<VisitorRefusal, CommonRefusal>>,

  account: {
    welcomeBack: "Welcome back! Redirecting to setup your account.",
    loggedOut: "Logged out successfully",
    logOutFailed: "Failed to log out",
    resetRequested:
      "If there is an account for this address, we have sent it a code. It is good for 10 minutes.",
    noUserAfterSignUp: "User account could not be created",
  },

  payment: {
    setupFailed:
      "Failed to set up payment. Please try again or contact support.",
    setupFailedBecause: (reason: string) =>
      `Failed to set up payment: ${reason}`,
    sessionOrPlanMissing: "Missing session or plan information",
    planMissing: "Plan information missing",
    userNotRetrieved: "Error retrieving user information",
    userNotFoundAfterPayment: "User not found after payment",
    userNotFound: "User not found. Please log in again.",
    notConfirmed:
      "Failed to confirm subscription status after multiple attempts",
  },
} as const;
