/** English: what customers read at the door and on their phones. Sentences of the specification, public part, are its own. */
import type { CustomerRefusal } from "../../../convex/model/refusals";
import { inTime } from "../../lib/format";
import type { RefusalTexts } from "../refusal-text";
import { commonRefusals } from "./common";

const selectQueue = "Please select a queue to join.";

export const customers = {
  /** Why the server did not do it. */
  refusals: {
    ...commonRefusals,
    queueClosed: selectQueue,
    unknownQueue: selectQueue,
    tooManyJoins: ({ retryAfterMs }) =>
      `Too many people are joining right now. Please try again ${inTime(retryAfterMs) ?? "in a minute"}.`,
    alreadyEnded: "This ticket has already ended.",
    notCalledNow: "This ticket is not being called right now.",
  } satisfies RefusalTexts<CustomerRefusal>,

  join: {
    selectQueue,
    noActiveQueues: "No active queues available for this business.",
    businessNotLoaded:
      "Could not load business information. Please try again later.",
    notTakingCustomers: commonRefusals.notTakingCustomers,
  },

  ticket: {
    yourTurnTitle: "Your turn!",
    yourTurnBody: "You have been called to the counter.",
    removedFromQueue:
      "The business has called or removed you from the queue. Please proceed to the counter or ask for assistance.",
    anonymous: "Anonymous",
  },
};
