/** Refusals for an admin in the portal. Loaded with it. */
import type {
  AdminRefusal,
  SecondFactorRefusal,
} from "../../../convex/base/rules/refusals";
import { ownerRefusals } from "./owner";
import { secondFactorRefusals } from "./second-factor";
import { refusalTexts, type RefusalTexts } from "./refusal-text";
import { visitorRefusals } from "./visitor";
import { strings } from "../language/language";
import { number } from "../language/intl";

export const adminRefusals = strings("adminRefusals", {
  notAdmin: "Access denied. Admin privileges required.",
  adminSessionEnded: "Your admin session has ended. Please log in again.",
  confirmFirst: "Please confirm that it's you, and try again.",
  secondFactorNeeded: "Set up a log-in code first: admins need one here.",
  noSuchAccount: "Nobody has an account with this e-mail address.",
  alreadyAdmin: "This account already has admin access.",
  adminsFull: ({ max }) => `There can be at most ${number(max)} admins.`,
  accountFieldsMissing: "Email, password, and business name are required",
  passwordTooShort: ({ min }) =>
    `The password needs at least ${number(min)} characters.`,
  emailTaken: "An account with this e-mail address already exists.",
  firstAdminOnly: "There is already an admin, who can grant access.",
} satisfies RefusalTexts<Exclude<AdminRefusal, SecondFactorRefusal>>);

export const { refusalText, refusalIn, errorText } = refusalTexts<AdminRefusal>(
  visitorRefusals,
  ownerRefusals,
  secondFactorRefusals,
  adminRefusals,
);
