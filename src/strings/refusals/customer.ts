/** Refusals for customers. They load with a ticket; the join page has them by the time it meets one. */
import type {
  CommonRefusal,
  CustomerRefusal,
} from "../../../convex/base/rules/refusals";
import { customers } from "../customers";
import { inTime, refusalTexts, type RefusalTexts } from "./refusal-text";
import { strings } from "../language/language";

/** Here the e-mail address is optional. */
type Expected = Exclude<CommonRefusal, { code: "invalidEmail" }>;

export const customerRefusals = strings("customerRefusals", {
  queueClosed: customers.join.selectQueue,
  unknownQueue: customers.join.selectQueue,
  tooManyJoins: ({ retryAfterMs }) =>
    `Too many people are joining right now. Please try again ${inTime(retryAfterMs) ?? "in a minute"}.`,
  invalidEmail: "Check the address, or leave it empty.",
  tooManyHeld:
    "Too many people in this queue joined from your connection. Please switch to mobile data, or ask at the counter.",
  closedNow:
    "This business is closed right now. Please join during opening hours.",
  notTextable:
    "We can't text numbers in this country. Please leave this empty, or use another number.",
  slotTaken: customers.join.slotTaken,
  slotNotBookable: customers.join.selectSlot,
  notScheduled:
    "It's time: you're in line now. To come another day, leave the line and book again.",
  alreadyEnded: "This ticket has already ended.",
  notCalledNow: "This ticket is not being called right now.",
  notAsked: "This question has already been answered.",
  feedbackClosed: "Feedback for this visit is closed.",
} satisfies RefusalTexts<Exclude<CustomerRefusal, Expected>>);

export const { refusalText, refusalIn, errorText } =
  refusalTexts<CustomerRefusal>(customerRefusals);
