/** What admins send to create or delete accounts of businesses, and the answers. */
import { v, type ObjectType } from "convex/values";
import { planValidator } from "../../base/rules/planValidators";
import { doneOr, doneWith } from "../../base/rules/refusals";

/** From the admin's form, checked. */
export const newAccount = {
  email: v.string(),
  passwordHash: v.string(),
  businessName: v.string(),
  timezone: v.string(),
  plan: planValidator,
  isAdmin: v.boolean(),
};
export type NewAccount = ObjectType<typeof newAccount>;

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
