/** One text to a customer: its states, failure reasons and limits. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";

export const textStateValidator = v.union(
  v.literal("queued"),
  v.literal("sending"),
  /** It may have gone out; it is not sent again. */
  v.literal("unknown"),
  v.literal("sent"),
  v.literal("delivered"),
  v.literal("undelivered"),
  v.literal("failed"),
  v.literal("cancelled"),
);
export type TextState = Infer<typeof textStateValidator>;

export const textPurposeValidator = oneOf("alert", "free");
export type TextPurpose = Infer<typeof textPurposeValidator>;

/** Which Twilio account: the platform's, which counts against the plan, or the shop's own. */
export const textViaValidator = oneOf("platform", "own");

export const textReasonValidator = oneOf(
  "optedOut",
  "notMobile",
  "invalidNumber",
  "unreachable",
  "unknownNumber",
  "blocked",
  "filtered",
  "regionOff",
  "wrongCredentials",
  "wrongSender",
  "noAccount",
  "busy",
  "noAnswer",
  "tooLate",
  "other",
);
export type TextReason = Infer<typeof textReasonValidator>;

/** Why a text is not even tried. */
export const textRefusals = [
  "notSubscribed",
  "smsNotInPlan",
  "smsQuotaUsed",
  "smsDayLimit",
  "smsCountry",
  "smsTooLong",
  "phoneRequired",
  "phoneInvalid",
  "messageRequired",
  "tooManyRequests",
] as const;

/** What Twilio's error codes mean for a shop. https://www.twilio.com/docs/api/errors */
const REASONS: Readonly<Partial<Record<number, TextReason>>> = {
  20003: "wrongCredentials",
  20404: "wrongCredentials",
  20429: "busy",
  21211: "invalidNumber",
  21212: "wrongSender",
  21408: "regionOff",
  21606: "wrongSender",
  21610: "optedOut",
  21612: "unreachable",
  21614: "notMobile",
  21659: "wrongSender",
  21660: "wrongSender",
  30003: "unreachable",
  30004: "blocked",
  30005: "unknownNumber",
  30006: "notMobile",
  30007: "filtered",
  30034: "wrongSender",
};

/** The reason for Twilio's error code; null if there is none. */
export function reasonOf(code: number | null): TextReason {
  return (code === null ? undefined : REASONS[code]) ?? "other";
}

/** States only advance: late and repeated news changes nothing. */
const RANK: Readonly<Record<TextState, number>> = {
  queued: 0,
  sending: 1,
  unknown: 2,
  sent: 3,
  delivered: 4,
  undelivered: 4,
  failed: 4,
  cancelled: 4,
};

export function goesForward(from: TextState, to: TextState): boolean {
  return RANK[to] > RANK[from];
}

/** The text state for Twilio's delivery status; null if it says nothing new. */
export function stateOf(messageStatus: string): TextState | null {
  switch (messageStatus) {
    case "sent":
    case "delivered":
    case "undelivered":
    case "failed":
      return messageStatus;
    case "read":
      return "delivered";
    default:
      return null;
  }
}

/** A longer message does not belong in a text. */
export const MAX_SEGMENTS = 3;
/** An older text is not sent: 'it is your turn' may no longer be true. */
export const MAX_AGE_MS = 5 * 60_000;
/** After this long without an outcome, none will come. */
export const LOST_MS = 5 * 60_000;
export const RECENT_TEXTS = 50;

/** Per shop and business day, its own account included. */
export const TEXTS_A_DAY = 300;

/** '+15550109999' as '•••• 9999': enough to tell two customers apart. */
export function maskedNumber(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}

export const sentOutcomeValidator = v.union(
  v.object({ kind: v.literal("accepted"), sid: v.string() }),
  /** Twilio refused it, so it was certainly not sent. `code` is Twilio's; null for none. */
  v.object({ kind: v.literal("refused"), code: v.nullable(v.number()) }),
  /** No answer, or an incomplete one. */
  v.object({ kind: v.literal("unknown") }),
);
export type SentOutcome = Infer<typeof sentOutcomeValidator>;

/** Twilio's verdict on an account and a sender. */
export const accountCheckValidator = oneOf(
  "good",
  "refused",
  "senderUnknown",
  "unavailable",
);
export type AccountCheck = Infer<typeof accountCheckValidator>;
