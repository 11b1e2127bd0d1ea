/** Refusals of sign-in, sign-up and payment; owners can meet all of them too. */
import type {
  CommonRefusal,
  VisitorRefusal,
} from "../../../convex/base/rules/refusals";
import { refusalTexts, type RefusalTexts } from "./refusal-text";
import { strings } from "../language/language";

export const visitorRefusals = strings("visitorRefusals", {
  notSignedIn: "Please log in to continue",
  notAllowed: "You don't have permission to do this.",
  notSubscribed: "You need an active subscription for this.",
  invalidCredentials: "Invalid login credentials",
  codeNeeded: "Enter the code from your authenticator app",
  codeWrong: "This code is wrong or has already been used.",
  weakPassword:
    "Password must be at least 8 characters and include uppercase, lowercase, number and special character.",
  commonPassword:
    "This password is on the lists that attackers try first. Please choose another.",
  passwordTooLong: "Password cannot be longer than 256 characters.",
  businessNameRequired: "Business name is required",
  signUpFailed: "Failed to create account.",
  signUpClosed: "This server isn't open to new shops yet.",
  signUpNotListed:
    "New shops join by invitation only, and this address isn't on the list.",
  resetCodeWrong:
    "This code is not valid or has expired. Please request a new one.",
  mailOff: "Password reset by e-mail is not set up on this server.",
  waitBeforeReset:
    "Please wait a minute before requesting another password reset",

  invitationGone: "This invitation was used or has expired. Ask for a new one.",
  teamFull: ({ limit }) =>
    `This shop's plan allows ${limit} people, including the owner.`,
  invitationForOther: "This invitation is for another e-mail address.",
  hasOwnShop:
    "This account has its own shop. Ask for an invitation to another e-mail address.",
  worksElsewhere:
    "This account works at another shop. Leave that one first, or ask for an invitation to another e-mail address.",
  pairingCodeWrong: "This code is wrong or has expired. Ask for a new one.",

  paymentsOff: "Payments are not set up on this server.",
  paymentNotStarted: "Failed to start payment process. Please try again.",
  checkoutFailed: "Failed to create checkout session",
  upgradeFailed: "Failed to initiate upgrade. Please try again.",
  alreadySubscribed:
    "You already have a subscription. You can change it on your billing page.",
  noSubscription: "You don't have a subscription to change.",
  notYourPayment: "This payment belongs to another account.",
  stripeUnavailable: "Something went wrong. Please contact support.",
} satisfies RefusalTexts<Exclude<VisitorRefusal, CommonRefusal>>);

export const { refusalText, refusalIn, errorText } =
  refusalTexts<VisitorRefusal>(visitorRefusals);
