/** The answers to admins who create or delete accounts of businesses. */
import { v } from "convex/values";
import { doneOr, doneWith } from "../../base/rules/refusals";

/** A new account, or why there is none. */
export const opened = doneWith(
  {
    businessId: v.id("businesses"),
    userId: v.id("users"),
  },
  "accountFieldsMissing",
  "invalidEmail",
  "passwordTooShort",
  "passwordTooLong",
  "commonPassword",
  "emailTaken",
);

/** The account has ended, or why it has not. */
export const removed = doneOr(
  "notFound",
  "nameNotTyped",
  "lastAdmin",
  "subscriptionNotEnded",
);
