/** English: what owners read, from logging in to the counter. Sentences of the specification are its own. */
import type { Undoable } from "../../../convex/model/answers";
import { plans } from "../../../convex/model/plans";
import type { OwnerRefusal } from "../../../convex/model/refusals";
import { weekdayName } from "../../lib/format";
import type { RefusalTexts } from "../refusal-text";
import { commonRefusals } from "./common";

export const owners = {
  /** Why the server did not do it. */
  refusals: {
    ...commonRefusals,
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

    nobodyWaiting: "There is no one on the queue now.",
    listChanged: "The list has changed. Nobody was skipped.",
    customerMovedOn: "This customer is no longer there. The list has changed.",
    nothingToUndo: "There is nothing to undo any more.",

    queueNameEmpty: "Queue name cannot be empty.",
    queueNameTaken: "There is already a queue with this name.",
    queueNameTooLong: ({ max }) =>
      `Queue name cannot be longer than ${max} characters.`,
    queueLimit: ({ limit, plan }) =>
      `Queue limit reached. Maximum ${limit} queues allowed for ${plans[plan].label} plan.`,

    slotMinutesInvalid: "Appointment slot duration must be a positive number.",
    slotMinutesStep:
      "Appointment slot duration must be a multiple of 5 minutes, up to 8 hours.",
    hoursInvalid: ({ weekday }) =>
      `Invalid start/end time for ${weekdayName(weekday)}. Start time must be before end time.`,

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
  } satisfies RefusalTexts<OwnerRefusal>,

  desk: {
    pickQueueToCall: "Please pick the queue you want to call or skip.",
    pickQueueToReset: "Please pick the queue you want to reset.",
    resetConfirm: (name: string) =>
      `Are you sure you want to reset this queue (${name})? This will remove ALL customers (including scheduled) and reset counts. This cannot be undone.`,
    guest: "Guest",
    changed: "The queue has changed.",
    /** What was done, for the ticket's number. */
    done: {
      call: (number) => `Called customer #${number}`,
      recall: (number) => `Called customer #${number} again`,
      skip: (number) => `Skipped customer #${number}`,
      serve: (number) => `Serving customer #${number}`,
      complete: (number) => `Completed customer #${number}`,
      noShow: (number) => `Customer #${number} did not come`,
      returnToQueue: (number) => `Customer #${number} is back in the queue`,
      remove: (number) => `Removed customer #${number}`,
      becomeDue: (number) => `Customer #${number} moved to immediate queue.`,
      queueReset: () => "Queue reset successfully.",
    } satisfies Record<Undoable | "recall", (number: number | null) => string>,
  },

  queues: {
    activated: "Queue activated.",
    deactivated: "Queue deactivated.",
    updated: "Queue updated successfully.",
    deleted: "Queue deleted successfully.",
  },

  account: {
    loggedOut: "Logged out successfully",
    logOutFailed: "Failed to log out",
    resetRequested:
      "If there is an account for this address, we have sent it a code. It is good for 10 minutes.",
    noUserAfterSignUp: "User account could not be created",
    /** What a failed look at the session says instead of a reason. */
    noAnswer: "The server could not answer.",
  },

  setup: {
    welcomeBack: "Welcome back! Redirecting to setup your account.",
    allDaysClosed:
      "Every day is closed: customers read that you are closed, and nobody can book a time.",
    accountReady: "Your account is ready!",
    complete: "Your account setup is complete!",
    slow: "Setup is taking longer than expected. Please check your details or log in again shortly.",
    profileMissing: "Please ensure your business profile is saved correctly.",
    unexpected: "An unexpected state was reached. Please try logging in again.",
    accountNotCreated: "Failed to create your account. Please try again.",
    profileIncomplete:
      "Could not create business profile: missing required information",
    profileMade: "Your business profile has been set up",
    profileNotFixed: (reason: string) => `Couldn't fix profile: ${reason}`,
    profileNeedsSetup:
      "Could not set up your business profile automatically. Please try the manual setup.",
    profileNotChecked:
      "Error checking your business profile. Please try refreshing the page.",
  },

  payment: {
    setupFailed:
      "Failed to set up payment. Please try again or contact support.",
    setupFailedBecause: (reason: string) =>
      `Failed to set up payment: ${reason}`,
    upgraded: (plan: string) => `Subscription upgraded to ${plan}!`,
    sessionOrPlanMissing: "Missing session or plan information",
    planMissing: "Plan information missing",
    userNotRetrieved: "Error retrieving user information",
    userNotFoundAfterPayment: "User not found after payment",
    userNotFound: "User not found. Please log in again.",
    notConfirmed:
      "Failed to confirm subscription status after multiple attempts",
    notChecked: (message: string) => `Subscription check error: ${message}`,
  },
};
