/** Refusals of sign-in, sign-up and payment; owners can meet all of them too. */
import type {
  CommonRefusal,
  VisitorRefusal,
} from "../../../convex/base/rules/refusals";
import { refusalTexts, type RefusalTexts } from "./refusal-text";
import { strings } from "../language/language";

export const visitorRefusals = strings("visitorRefusals", {
  notSignedIn: "Please log in to continue",
  notAllowed: "You are not allowed to do this.",
  notSubscribed: "An active subscription is needed for this.",
  invalidCredentials: "Invalid login credentials",
  codeNeeded: "Enter the code from your authenticator app",
  codeWrong: "This code is wrong, or it has been used.",
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

  invitationGone: "This invitation was used or has expired. Ask for a new one.",
  teamFull: ({ limit }) =>
    `The plan of this shop allows ${limit} people, with its owner.`,
  invitationForOther: "This invitation is for another e-mail address.",
  hasOwnShop:
    "This account has a shop of its own. Ask for an invitation to another e-mail address.",
  worksElsewhere:
    "This account works in another shop. Leave that one first, or ask for an invitation to another e-mail address.",
  pairingCodeWrong: "This code is wrong or has expired. Ask for a new one.",

  paymentsOff: "Payments are not set up on this server.",
  paymentNotStarted: "Failed to start payment process. Please try again.",
  checkoutFailed: "Failed to create checkout session",
  upgradeFailed: "Failed to initiate upgrade. Please try again.",
  alreadySubscribed:
    "You already have a subscription. You can change it on your billing page.",
  noSubscription: "You do not have a subscription that can be changed.",
  notYourPayment: "This payment belongs to another account.",
  stripeUnavailable: "Something went wrong. Please contact support.",
} satisfies RefusalTexts<Exclude<VisitorRefusal, CommonRefusal>>);

export const { refusalText, refusalIn, errorText } =
  refusalTexts<VisitorRefusal>(visitorRefusals);
