/**
 * The alert ladder: by which ways one customer is told of one thing, and when
 * the next way is due. The page rings; a push follows where no page has said
 * that it rang; a text is the last, and only where nobody has answered. Pure:
 * what has been tried and who can be reached are parameters. Writing it down
 * and doing it is data/alerts.ts.
 */
import { v, type Infer } from "convex/values";
import type { MailState } from "../../mail/rules/mailRules";
import type { Reminder } from "./reminders";
import type { TemplateName } from "./smsTemplates";
import { textReasonValidator, type TextState } from "./sms";
import type { TicketState } from "../../queue/rules/ticketState";

export const alertKindValidator = v.union(
  v.literal("called"),
  v.literal("almost"),
  v.literal("late"),
  v.literal("bookingTomorrow"),
  v.literal("bookingSoon"),
);
export type AlertKind = Infer<typeof alertKindValidator>;

export const channelValidator = v.union(
  v.literal("page"),
  v.literal("push"),
  v.literal("text"),
  v.literal("mail"),
);
export type Channel = Infer<typeof channelValidator>;

/**
 * `tried`: it is on its way, or nobody knows yet; `sent`: the next service has
 * taken it, or the page has rung; `delivered`: the device has it; `unknown`:
 * nobody will ever know.
 */
export const stepStateValidator = v.union(
  v.literal("tried"),
  v.literal("sent"),
  v.literal("delivered"),
  v.literal("failed"),
  v.literal("skipped"),
  v.literal("unknown"),
);
export type StepState = Infer<typeof stepStateValidator>;

/** What has come of a push to one browser; `gone`: the service will never reach it again. */
export const pushOutcomeValidator = v.union(
  v.literal("sent"),
  v.literal("gone"),
  v.literal("refused"),
  v.literal("unreachable"),
  v.literal("timeout"),
  v.literal("off"),
);
export type PushOutcome = Infer<typeof pushOutcomeValidator>;

/** Why a way did not lead anywhere: of a push, of a text, and of one that was not even tried. */
export const stepReasonValidator = v.union(
  ...pushOutcomeValidator.members,
  ...textReasonValidator.members,
  v.literal("notSubscribed"),
  v.literal("smsNotInPlan"),
  v.literal("smsQuotaUsed"),
  v.literal("smsDayLimit"),
  v.literal("smsCountry"),
  v.literal("smsTooLong"),
  v.literal("phoneRequired"),
  v.literal("phoneInvalid"),
  v.literal("messageRequired"),
  v.literal("tooManyRequests"),
);

/** A text's state as that of a step. */
export const stepOfText: Readonly<Record<TextState, StepState>> = {
  queued: "tried",
  sending: "tried",
  unknown: "unknown",
  sent: "sent",
  delivered: "delivered",
  undelivered: "failed",
  failed: "failed",
  cancelled: "skipped",
};

const SECOND = 1_000;

/** How long after the beginning each way is due; what is not named is not used. The page needs no telling. */
const rungs: Readonly<
  Record<AlertKind, Partial<Record<Exclude<Channel, "page">, number>>>
> = {
  called: { push: 5 * SECOND, text: 25 * SECOND },
  almost: { push: 5 * SECOND, text: 25 * SECOND },
  late: { push: 5 * SECOND, text: 60 * SECOND },
  bookingTomorrow: { mail: 0, push: 0, text: 60 * SECOND },
  bookingSoon: { mail: 0, push: 0, text: 60 * SECOND },
};

/** The words of a text. */
export const templateFor: Readonly<Record<AlertKind, TemplateName>> = {
  called: "readyNow",
  almost: "almost",
  late: "late",
  bookingTomorrow: "bookingTomorrow",
  bookingSoon: "bookingSoon",
};

/** An e-mail's state as that of a step. */
export const stepOfMail: Readonly<Record<MailState, StepState>> = {
  queued: "tried",
  sending: "tried",
  sent: "sent",
  unknown: "unknown",
  failed: "failed",
  skipped: "skipped",
};

/** What is known of an alert that is not over. */
export type AlertFacts = {
  readonly kind: AlertKind;
  /** When it began, ms. */
  readonly at: number;
  readonly steps: readonly {
    readonly channel: Channel;
    readonly state: StepState;
  }[];
  /** The ways by which this ticket's holder can be reached. */
  readonly reach: Readonly<Record<Exclude<Channel, "page">, boolean>>;
};

/** What is to be tried at `now`, and when to look again; null: nothing is left to try. */
export function nextRungs(
  { kind, at, steps, reach }: AlertFacts,
  now: number,
): { due: Exclude<Channel, "page">[]; nextAt: number | null } {
  const due: Exclude<Channel, "page">[] = [];
  let nextAt: number | null = null;
  for (const channel of ["mail", "push", "text"] as const) {
    const after = rungs[kind][channel];
    const isTried = steps.some((step) => step.channel === channel);
    if (after === undefined || !reach[channel] || isTried) continue;
    if (isSpared(kind, channel, steps)) continue;
    if (now >= at + after) due.push(channel);
    else nextAt = Math.min(nextAt ?? Infinity, at + after);
  }
  return { due, nextAt };
}

/**
 * Whether what has been tried makes this way needless. A call waits for the
 * person's own answer, which ends the alert; of anything else it is enough
 * that one of the other ways has brought it.
 */
function isSpared(
  kind: AlertKind,
  channel: Channel,
  steps: AlertFacts["steps"],
): boolean {
  const has = (by: Channel, ...states: StepState[]) =>
    steps.some((step) => step.channel === by && states.includes(step.state));
  const rang = has("page", "sent", "delivered");
  if (channel === "push") return rang;
  if (channel !== "text" || kind === "called") return false;
  // A mail that is still on its way by then has brought nothing.
  return rang || has("push", "delivered") || has("mail", "sent");
}

/** A call's own name among a ticket's occasions: each is told of once. */
export function callOccasion({
  callCount,
}: Pick<TicketState, "callCount">): string {
  return `call:${callCount}`;
}

/** A reminder's; a booking that moves is reminded of anew. @param startsAt ms */
export function reminderOccasion(kind: Reminder, startsAt: number): string {
  return `${kind}:${startsAt}`;
}

/** 'Running late' is told once for each number of minutes on one business day. */
export function lateOccasion(day: string, minutes: number): string {
  return `late:${day}:${minutes}`;
}

/** That it is almost the ticket's turn: once for each ticket (product.md C7). */
export const ALMOST_OCCASION = "almost";

/** Called, by a call that the phone has not rung for before this. */
export function isNewCall(
  before: TicketState | null,
  after: TicketState,
): boolean {
  return (
    after.status === "called" && after.callCount > (before?.callCount ?? 0)
  );
}

/** Whether `before` was a call that is answered or over with `after`. */
export function endsCall(
  before: TicketState | null,
  after: TicketState,
): before is TicketState {
  return (
    before?.status === "called" &&
    before.acknowledgedAt === null &&
    (after.status !== "called" ||
      after.acknowledgedAt !== null ||
      after.callCount !== before.callCount)
  );
}

/** Whether there still is reason to tell the ticket's holder. @param occasion the alert's */
export function stillStands(
  { kind, occasion }: { kind: AlertKind; occasion: string },
  state: TicketState,
): boolean {
  switch (kind) {
    case "called":
      return (
        state.status === "called" &&
        state.acknowledgedAt === null &&
        callOccasion(state) === occasion
      );
    case "almost":
      return state.status === "waiting" && !state.isScheduled;
    case "late":
      return state.status === "waiting";
    case "bookingTomorrow":
    case "bookingSoon":
      return (
        state.status === "waiting" &&
        state.isScheduled &&
        reminderOccasion(kind, state.orderAt) === occasion
      );
  }
}

/** Whether a phone that still says 'Your turn!' says what is not true: nobody is called any more who has not been there, or left. */
export function isTakenBack({
  status,
  endReason,
}: Pick<TicketState, "status" | "endReason">): boolean {
  switch (status) {
    case "called":
    case "serving":
    case "completed":
      return false;
    case "waiting":
      return true;
    case "skipped":
    case "cancelled":
    case "expired":
      return endReason !== "left";
  }
}
