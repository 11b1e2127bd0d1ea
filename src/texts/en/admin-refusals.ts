/** Why the server did not do it, for an admin in the portal. Loaded with it. */
import type {
  AdminRefusal,
  SecondFactorRefusal,
} from "../../../convex/base/rules/refusals";
import { number } from "../intl";
import type { RefusalTexts } from "../refusal-text";

export const adminRefusals = {
  notAdmin: "Access denied. Admin privileges required.",
  adminSessionEnded: "Your admin session has ended. Please sign in again.",
  confirmFirst: "Please confirm that it is you, and try again.",
  secondFactorNeeded: "Set up a second factor first: admins need one here.",
  noSuchAccount: "Nobody has an account with this e-mail address.",
  alreadyAdmin: "This account has admin access already.",
  adminsFull: ({ max }) => `There can be ${number(max)} admins at most.`,
  accountFieldsMissing: "Email, password, and business name are required",
  passwordTooShort: ({ min }) =>
    `The password needs at least ${number(min)} characters.`,
  emailTaken: "An account with this e-mail address exists already.",
  firstAdminOnly: "There is an admin already, who can grant access.",
} as const satisfies RefusalTexts<Exclude<AdminRefusal, SecondFactorRefusal>>;
