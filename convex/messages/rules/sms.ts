/**
 * One text (SMS) to a customer: its states, why it failed, and how much may be
 * sent. Not the rows (data/sms.ts), not the wire (smsSending.ts).
 */
import { v, type Infer } from "convex/values";

export const textStateValidator = v.union(
  v.literal("queued"),
  v.literal("sending"),
  /** Nobody knows whether it went out; it is not sent again. */
  v.literal("unknown"),
  v.literal("sent"),
  v.literal("delivered"),
  v.literal("undelivered"),
  v.literal("failed"),
  /** Taken back before it went out. */
  v.literal("cancelled"),
);
export type TextState = Infer<typeof textStateValidator>;

export const textPurposeValidator = v.union(
  v.literal("alert"),
  v.literal("free"),
);
export type TextPurpose = Infer<typeof textPurposeValidator>;

/** Whose Twilio account: the platform's, whose texts count against the plan, or the shop's own. */
export const textViaValidator = v.union(
  v.literal("platform"),
  v.literal("own"),
);

export const textReasonValidator = v.union(
  v.literal("optedOut"),
  v.literal("notMobile"),
  v.literal("invalidNumber"),
  v.literal("unreachable"),
  v.literal("unknownNumber"),
  v.literal("blocked"),
  v.literal("filtered"),
  v.literal("regionOff"),
  v.literal("wrongCredentials"),
  v.literal("wrongSender"),
  v.literal("noAccount"),
  v.literal("busy"),
  v.literal("noAnswer"),
  v.literal("tooLate"),
  v.literal("other"),
);
export type TextReason = Infer<typeof textReasonValidator>;

/** What Twilio's codes mean for a shop. https://www.twilio.com/docs/api/errors */
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

/** Why, by Twilio's number for it; null stands for none given. */
export function reasonOf(code: number | null): TextReason {
  return (code === null ? undefined : REASONS[code]) ?? "other";
}

/** States only go forward: late and repeated news changes nothing. */
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

/** Whether a text in state `from` may come to be in state `to`. */
export function goesForward(from: TextState, to: TextState): boolean {
  return RANK[to] > RANK[from];
}

/** What Twilio's delivery states mean here; null for those that tell nothing new. */
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

/** More parts than these are a letter and not a text. */
export const MAX_SEGMENTS = 3;
/** What waits longer than this to be sent is not sent any more: 'it is your turn' would be a lie. */
export const MAX_AGE_MS = 5 * 60_000;
/** Without an outcome for so long, nobody will tell us one. */
export const LOST_MS = 5 * 60_000;
/** Number and words of a text go then, with its row. */
export const TEXTS_KEPT_MS = 30 * 24 * 60 * 60_000;
/** Texts that an owner sees. */
export const RECENT_TEXTS = 50;

/** Of one shop on one business day, its own account included. */
export const TEXTS_A_DAY = 300;

/** '+15550109999' as '•••• 9999': enough to tell two customers apart. */
export function maskedNumber(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}

/** What came of one try to send. */
export const sentOutcomeValidator = v.union(
  v.object({ kind: v.literal("accepted"), sid: v.string() }),
  /** Twilio says no: it was surely not sent. `code`: Twilio's; null for none. */
  v.object({ kind: v.literal("refused"), code: v.nullable(v.number()) }),
  /** No answer, or half of one. */
  v.object({ kind: v.literal("unknown") }),
);
export type SentOutcome = Infer<typeof sentOutcomeValidator>;

/** What Twilio says of an account and a sender. */
export const accountCheckValidator = v.union(
  v.literal("good"),
  v.literal("refused"),
  v.literal("senderUnknown"),
  v.literal("unavailable"),
);
export type AccountCheck = Infer<typeof accountCheckValidator>;
