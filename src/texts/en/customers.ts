/** What the customers of a business read: the join page and their ticket. Sentences of the specification are its own. */
import type {
  CommonRefusal,
  CustomerRefusal,
} from "../../../convex/model/refusals";
import { inTime } from "../intl";
import type { RefusalTexts } from "../refusal-text";

const selectQueue = "Please select a queue to join.";

export const customers = {
  /** Why the server did not do it. */
  refusals: {
    queueClosed: selectQueue,
    unknownQueue: selectQueue,
    tooManyJoins: ({ retryAfterMs }) =>
      `Too many people are joining right now. Please try again ${inTime(retryAfterMs) ?? "in a minute"}.`,
    tooManyHeld:
      "Too many people are in this queue from your connection. Please use another one, such as your mobile data, or ask at the counter.",
    alreadyEnded: "This ticket has already ended.",
    notCalledNow: "This ticket is not being called right now.",
  } satisfies RefusalTexts<Exclude<CustomerRefusal, CommonRefusal>>,

  join: {
    selectQueue,
    noActiveQueues: "No active queues available for this business.",
    businessNotLoaded:
      "Could not load business information. Please try again later.",
  },

  ticket: {
    yourTurnTitle: "Your turn!",
    yourTurnBody: "You have been called to the counter.",
    removedFromQueue:
      "The business has called or removed you from the queue. Please proceed to the counter or ask for assistance.",
    anonymous: "Anonymous",
  },
} as const;
