/** What every kind of reader may meet: parts that all screens share, accidents, waiting. */
import type { CommonRefusal } from "../../../convex/model/refusals";
import { inTime } from "../intl";
import type { RefusalTexts } from "../refusal-text";

export const everyone = {
  /** Why the server did not do it. */
  refusals: {
    notTakingCustomers:
      "This business is not taking new customers at the moment.",
    phoneInvalid:
      "Please enter the phone number with its country code, such as +44 7700 900123.",
    notFound: "This is no longer here.",
    invalidInput: "Something in this request is not valid.",
    queueFull: ({ limit }) =>
      `This queue is currently full. Maximum ${limit} active customers allowed.`,
    tooManyRequests: ({ retryAfterMs }) =>
      `Too many attempts. Please try again ${inTime(retryAfterMs) ?? "in a few minutes"}.`,
  } satisfies RefusalTexts<CommonRefusal>,

  /** A refusal of a newer server than the page. */
  unknownRefusal: "This did not work. Please load the page again.",

  /** A failed look at who is signed in. */
  session: {
    notChecked: (reason: string) => `Subscription check error: ${reason}`,
    /** Instead of a reason. */
    noAnswer: "The server could not answer.",
  },
} as const;
