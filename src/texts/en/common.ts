/** Sentences of refusals that customers and owners both meet. */
import { inTime } from "../../lib/format";

export const commonRefusals = {
  notTakingCustomers:
    "This business is not taking new customers at the moment.",
  phoneInvalid:
    "Please enter the phone number with its country code, such as +44 7700 900123.",
  notFound: "This is no longer here.",
  invalidInput: "Something in this request is not valid.",
  queueFull: ({ limit }: { limit: number }) =>
    `This queue is currently full. Maximum ${limit} active customers allowed.`,
  tooManyRequests: ({ retryAfterMs }: { retryAfterMs: number | null }) =>
    `Too many attempts. Please try again ${inTime(retryAfterMs) ?? "in a few minutes"}.`,
  /** A code of a newer server. */
  unknown: "This did not work. Please load the page again.",
};
