/** The English sentences of the HTTP calls (product.md H2). The screens' are in src/strings. */
import type { Refusal, RefusalCode } from "./refusals";

export const httpMessages = {
  notSigned: "Not signed by Stripe",
  notSignedByTwilio: "Not signed by Twilio",
  smsParametersMissing: "Missing required parameters (businessId, to)",
  smsContentMissing: "No message content provided",
  smsNotSent: (reason: string) => `The message was not sent: ${reason}.`,
  smsUnknown:
    "The message may have been sent. Check under SMS before you send it again.",
  smsNotHere: "Text messages are not part of the plan on this server.",
  planRequired: "Plan ID is required",
  emailRequired: "Email is required",
  successUrlRequired: "Success URL is required",
  cancelUrlRequired: "Cancel URL is required",
  userIdRequired: "User ID is required",
  returnUrlForeign: "Return addresses must be pages of this product.",
  postOnly: "Use POST: opening a link must not start a payment.",
  planMissing: "Plan information missing",
  sessionOrPlanMissing: "Missing session or plan information",
  notAllowed: "You don't have permission to do this.",
  adminsOnly:
    "You must be logged in as an admin to create, update or delete a business.",
  invalidInput: "Something in this request is not valid.",
  subscriptionNotConfirmed:
    "Failed to confirm subscription status after multiple attempts",
  checkoutFailedBecause: (reason: string) =>
    `Failed to create checkout session: ${reason}`,
} as const;

const refusals: Partial<Record<RefusalCode, string>> = {
  notSignedIn: "Please log in to continue",
  notSubscribed: "You need an active subscription for this.",
  tooManyRequests: "Too many attempts. Please try again in a few minutes.",
  paymentsOff: "Payments are not set up on this server.",
  checkoutFailed: "Failed to create checkout session",
  alreadySubscribed:
    "You already have a subscription. You can change it on your billing page.",
  paymentNotStarted: "Failed to start payment process. Please try again.",
  notYourPayment: "This payment belongs to another account.",
  notAllowed: httpMessages.notAllowed,
  viewingOnly: "You're only viewing. Nothing was changed.",
  notFound: "This no longer exists.",
  invalidEmail: "Valid email address is required",
  smsNotInPlan:
    "SMS feature is not available on your current plan. Please upgrade to send SMS messages.",
  smsOff: "Business not properly configured",
  phoneRequired: "Please enter a phone number",
  phoneInvalid: "This is not a phone number.",
  messageRequired: "Please enter a message",
  smsTooLong: "This message is too long.",
  smsCountry: "Text messages cannot be sent to this country.",
  smsOptedOut: "This customer replied STOP and gets no texts.",
  smsDayLimit: "This business has reached today's limit of texts.",
  secondFactorNeeded: "Set up a log-in code in the admin portal first.",
  confirmFirst:
    "Confirm your password in the admin portal first, and call again within five minutes.",
  accountFieldsMissing: "Email, password, and business name are required",
  passwordTooShort: "The password needs at least 8 characters.",
  passwordTooLong: "This password is too long.",
  commonPassword: "This password is among the first that attackers try.",
  emailTaken: "An account with this e-mail address already exists.",
  lastAdmin: "This is the account of the last admin.",
  subscriptionNotEnded:
    "The subscription could not be ended, so nothing was deleted.",
};

/** A refusal in words. @param sells false if this server sells nothing: no text then suggests buying (product.md P7) */
export function httpMessage(refusal: Pick<Refusal, "code">, sells = true) {
  const { code } = refusal;
  if (code === "smsQuotaUsed" && "limit" in refusal) {
    const how = sells ? "upgrade or wait" : "wait";
    return `Monthly SMS limit reached (${String(refusal.limit)} SMS per month). Please ${how} until next month.`;
  }
  if (code === "smsNotInPlan" && !sells) return httpMessages.smsNotHere;
  return refusals[code] ?? httpMessages.invalidInput;
}

/** The page for a refused form in a browser without script. Fixed sentences, so nothing needs escaping. */
export function formRefusedPage(refusal: Pick<Refusal, "code">): string {
  const title = "There was an error submitting your request. Please try again.";
  const kept = "Go back: the form still holds what you typed.";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${httpMessage(refusal)}</p><p>${kept}</p></html>`;
}
