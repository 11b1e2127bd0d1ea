/** The outbox's kinds of e-mail, retries and limits. product.md E1 to E6. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import type { MailOutcome } from "./mail";
import type { Plan } from "../../base/rules/plans";
import type { Limit } from "../../base/rules/rateLimit";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `booking`: it was made, moved or cancelled. `support`: to owners (product.md O42); `supportAdmins`: O47. */
export const mailKindValidator = oneOf(
  "booking",
  "bookingTomorrow",
  "bookingSoon",
  "newsletter",
  "support",
  "supportAdmins",
);
export type MailKind = Infer<typeof mailKindValidator>;

/** `sending`: handed over, outcome not known yet. The last four are final. */
export const mailStateValidator = oneOf(
  "queued",
  "sending",
  "sent",
  "unknown",
  "failed",
  "skipped",
);
export type MailState = Infer<typeof mailStateValidator>;

/** Why a mail was not sent. `overtaken`: there was nothing left to say. */
export const mailReasonValidator = oneOf(
  "unsubscribed",
  "tooMany",
  "overtaken",
  "refused",
  "gaveUp",
  "mailOff",
);
export type MailReason = Infer<typeof mailReasonValidator>;

/** Waits after each failed try; after the last one the mail fails. */
const PAUSES = [MINUTE, 5 * MINUTE, 20 * MINUTE, HOUR, 3 * HOUR];
/** A mail can be resumed with its key for this long: services remember a key for 24 hours, retries take up to five. */
export const RESUME_MS = 19 * HOUR;
/** Longer than any try takes. After this, no answer will come. */
export const TRY_MS = 5 * MINUTE;
/** Changes are mailed once they cannot be undone (product.md T12), so that an undo sends nothing. */
export const SETTLE_MS = 15_000;

/** E-mails to one address within a day, from all bookings. */
export const MAILS_PER_ADDRESS = 10;
/** Rows of one address in that time, with those that were not sent. */
export const ROWS_PER_ADDRESS = 100;
export const ADDRESS_MS = DAY;
/** A busy hour of bookings, and no more for an attacker who books with strangers' addresses. */
export const mailsPerBusiness: Readonly<Record<Plan, Limit>> = {
  starter: { burst: 60, perMs: HOUR },
  pro: { burst: 200, perMs: HOUR },
  enterprise: { burst: 2_000, perMs: HOUR },
};
/** Five such hours. */
export function mailsPerDay(plan: Plan): number {
  return 5 * mailsPerBusiness[plan].burst;
}
export const mailsPerAdmin: Limit = { burst: 30, perMs: HOUR };
export const mailsPerDeployment: Limit = { burst: 5_000, perMs: HOUR };

/** A mail's state after a try. @param tries including this one */
export function afterTry(
  outcome: MailOutcome,
  tries: number,
  now: number,
): { state: MailState; reason?: MailReason; nextAt: number } {
  switch (outcome) {
    case "sent":
    case "unknown":
      return { state: outcome, nextAt: now };
    case "refused":
      return { state: "failed", reason: "refused", nextAt: now };
    case "later":
    case "again": {
      const pause = PAUSES[tries - 1];
      return pause === undefined
        ? { state: "failed", reason: "gaveUp", nextAt: now }
        : { state: "queued", nextAt: now + pause };
    }
  }
}

/** What a mail about a booking stated: this time, or null: cancelled. @see tellingsOf */
export const tellingValidator = v.object({
  told: v.nullable(v.number()),
  /** The first try that stated it. */
  at: v.number(),
});
export type Telling = Infer<typeof tellingValidator>;

/** Everything a mail stated or may have stated, because a try's answer can be lost. Oldest first. */
export function tellingsOf({ told, toldAt, earlier = [], at }: Told) {
  return told === undefined
    ? earlier
    : [...earlier, { told, at: toldAt ?? at }];
}
type Told = {
  told?: number | null;
  toldAt?: number;
  earlier?: Telling[];
  at: number;
};

export type BookingNews = {
  what: "confirmed" | "moved" | "cancelled";
  startsAt: number;
};

/** What the holder of a booking must learn, or null. @param told the time they learned last @param isOver it ended */
export function newsOf(
  told: number | null,
  is: number | null,
  isOver: boolean,
): BookingNews | null {
  if (told === is) return null;
  if (is !== null)
    return { what: told === null ? "confirmed" : "moved", startsAt: is };
  return told !== null && isOver ? { what: "cancelled", startsAt: told } : null;
}

/** 'mia@example.com' as 'm…@example.com': enough to notice a typing error. */
export function maskedEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}…@${domain}`;
}
