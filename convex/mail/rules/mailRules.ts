/** What e-mails of the outbox there are, how often sending is tried, and how many there may be. product.md E1 to E6. Not the rows: data/outbox.ts. */
import { v, type Infer } from "convex/values";
import type { MailOutcome } from "./mail";
import type { Plan } from "../../base/rules/plans";
import type { Limit } from "../../base/rules/rateLimit";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * - `booking`: says how the booking stands: made, moved, or off;
 * - `bookingTomorrow`, `bookingSoon`: reminders;
 * - `newsletter`: welcomes an address on the list;
 * - `support`: tells an owner what an admin has written (product.md O42);
 * - `supportAdmins`: tells admins that an owner has written (product.md O47).
 */
export const mailKindValidator = v.union(
  v.literal("booking"),
  v.literal("bookingTomorrow"),
  v.literal("bookingSoon"),
  v.literal("newsletter"),
  v.literal("support"),
  v.literal("supportAdmins"),
);
export type MailKind = Infer<typeof mailKindValidator>;

/** `sending`: handed over, and nobody has heard what came of it yet. The last four are ends. */
export const mailStateValidator = v.union(
  v.literal("queued"),
  v.literal("sending"),
  v.literal("sent"),
  v.literal("unknown"),
  v.literal("failed"),
  v.literal("skipped"),
);
export type MailState = Infer<typeof mailStateValidator>;

/** Why one was not sent. `overtaken`: there was nothing to tell any more. */
export const mailReasonValidator = v.union(
  v.literal("unsubscribed"),
  v.literal("tooMany"),
  v.literal("overtaken"),
  v.literal("refused"),
  v.literal("gaveUp"),
  v.literal("mailOff"),
);
export type MailReason = Infer<typeof mailReasonValidator>;

/** Waits after each try that came to nothing; after the last one it is given up. */
const PAUSES = [MINUTE, 5 * MINUTE, 20 * MINUTE, HOUR, 3 * HOUR];
/** So long after its first try a mail is taken up again with its key: mail services know a key for 24 hours, and its tries go on for up to five. */
export const RESUME_MS = 19 * HOUR;
/** Longer than any try takes; whoever has not answered by then never will. */
export const TRY_MS = 5 * MINUTE;
/** A change is told when it can no longer be undone at a tap (product.md T12), so that an undo sends nothing. */
export const SETTLE_MS = 15_000;
/** Rows outlive every booking (product.md B3) by a month. */
export const MAILS_KEPT_MS = 100 * DAY;

/** E-mails to one address within a day, whoever booked with it. */
export const MAILS_PER_ADDRESS = 10;
export const ADDRESS_MS = DAY;
/** E-mails of one business: a busy hour of bookings, and no more than that for somebody who books with strangers' addresses. */
export const mailsPerBusiness: Readonly<Record<Plan, Limit>> = {
  starter: { burst: 60, perMs: HOUR },
  pro: { burst: 200, perMs: HOUR },
  enterprise: { burst: 2_000, perMs: HOUR },
};
/** E-mails of one business on one of its days: five such hours. */
export function mailsPerDay(plan: Plan): number {
  return 5 * mailsPerBusiness[plan].burst;
}
/** E-mails to one admin about owners' messages: who has had as many knows that there is work. */
export const mailsPerAdmin: Limit = { burst: 30, perMs: HOUR };
/** E-mails of all of them. */
export const mailsPerDeployment: Limit = { burst: 5_000, perMs: HOUR };

/** What becomes of a mail after a try. @param tries this one included */
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

/** A mail about a booking has told this time, or null: that it is off. @see tellingsOf */
export const tellingValidator = v.object({
  told: v.nullable(v.number()),
  /** Since when: the beginning of the first try that did. */
  at: v.number(),
});
export type Telling = Infer<typeof tellingValidator>;

/** What a mail has told, or may have: an answer that was lost says neither. Oldest first. */
export function tellingsOf({
  told,
  toldAt,
  earlier = [],
  at,
}: {
  told?: number | null;
  toldAt?: number;
  earlier?: Telling[];
  at: number;
}): Telling[] {
  return told === undefined
    ? earlier
    : [...earlier, { told, at: toldAt ?? at }];
}

/** What a mail about a booking has to say. */
export type BookingNews =
  | { what: "confirmed" | "moved"; startsAt: number }
  | { what: "cancelled"; startsAt: number };

/**
 * What is to be told about a booking, or null.
 * @param told the time that its holder was told last; null if none, or that it is off
 * @param is the time that it has; null once it is none any more
 * @param isOver it has ended: whoever is in the line by now needs no mail
 */
export function newsOf(
  told: number | null,
  is: number | null,
  isOver: boolean,
): BookingNews | null {
  if (told === is) return null;
  if (is !== null) {
    return { what: told === null ? "confirmed" : "moved", startsAt: is };
  }
  return told !== null && isOver ? { what: "cancelled", startsAt: told } : null;
}

/** 'mia@example.com' as 'm…@example.com': enough to see a slip of the finger by. */
export function maskedEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}…@${domain}`;
}
