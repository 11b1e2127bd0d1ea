/** Which channels of an alert reach a customer, and when: the page rings, then a push if none did, a text last. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import type { MailState } from "../../mail/rules/mailRules";
import type { Reminder } from "./reminders";
import type { TemplateName } from "./smsTemplates";
import { textReasonValidator, textRefusals, type TextState } from "./sms";
import type { TicketState } from "../../queue/rules/ticketState";

export const alertKindValidator = oneOf(
  "called",
  "almost",
  "late",
  "bookingTomorrow",
  "bookingSoon",
);
export type AlertKind = Infer<typeof alertKindValidator>;

export const channelValidator = oneOf("page", "push", "text", "mail");
export type Channel = Infer<typeof channelValidator>;
/** The page needs no step. */
export type StepChannel = Exclude<Channel, "page">;

/** `tried`: no result yet. `sent`: the next service accepted it, or the page rang. `unknown`: no result will come. */
export const stepStateValidator = oneOf(
  "tried",
  "sent",
  "delivered",
  "failed",
  "skipped",
  "unknown",
);
export type StepState = Infer<typeof stepStateValidator>;

/** The result of a push to one browser. `gone`: the service can never reach it again. */
export const pushOutcomeValidator = oneOf(
  "sent",
  "gone",
  "refused",
  "unreachable",
  "timeout",
  "off",
);
export type PushOutcome = Infer<typeof pushOutcomeValidator>;

/** Why a step failed or was not tried; for pushes and texts. */
export const stepReasonValidator = v.union(
  ...pushOutcomeValidator.members,
  ...textReasonValidator.members,
  ...oneOf(...textRefusals).members,
);

/** The step state for the state of a text or a mail. */
export const stepStateOf: Readonly<Record<TextState | MailState, StepState>> = {
  queued: "tried",
  sending: "tried",
  unknown: "unknown",
  sent: "sent",
  delivered: "delivered",
  undelivered: "failed",
  failed: "failed",
  cancelled: "skipped",
  skipped: "skipped",
};

const SECOND = 1_000;

/** When each channel is due after the alert begins. Channels without a time are not used. */
const STEP_DELAYS: Record<AlertKind, Partial<Record<StepChannel, number>>> = {
  called: { push: 5 * SECOND, text: 25 * SECOND },
  almost: { push: 5 * SECOND, text: 25 * SECOND },
  late: { push: 5 * SECOND, text: 60 * SECOND },
  bookingTomorrow: { mail: 0, push: 0, text: 60 * SECOND },
  bookingSoon: { mail: 0, push: 0, text: 60 * SECOND },
};

export function templateFor(kind: AlertKind): TemplateName {
  return kind === "called" ? "readyNow" : kind;
}

/** Kinds that nobody at the counter causes: a stranger's tickets could cause any number. */
export function isUnprompted(kind: AlertKind): boolean {
  return kind !== "called" && kind !== "late";
}

export type AlertFacts = {
  readonly kind: AlertKind;
  /** When it began, ms. */
  readonly at: number;
  readonly steps: readonly {
    readonly channel: Channel;
    readonly state: StepState;
  }[];
  readonly reach: Readonly<Record<StepChannel, boolean>>;
};

/** The channels to try at `now`, and when to look again; null if none is left. The first follows a silent page at once. */
export function nextSteps(
  { kind, at, steps, reach }: AlertFacts,
  now: number,
): { due: StepChannel[]; nextAt: number | null } {
  const due: StepChannel[] = [];
  let nextAt: number | null = null;
  const isSilent =
    steps.length > 0 &&
    steps.every(
      ({ channel, state }) => channel === "page" && state === "failed",
    );
  for (const channel of ["mail", "push", "text"] as const) {
    const after = STEP_DELAYS[kind][channel];
    const isTried = steps.some((step) => step.channel === channel);
    if (after === undefined || !reach[channel] || isTried) continue;
    if (isSpared(kind, channel, steps)) continue;
    const isNow = now >= at + after || (isSilent && due.length === 0);
    if (isNow) due.push(channel);
    else nextAt = Math.min(nextAt ?? Infinity, at + after);
  }
  return { due, nextAt };
}

/** A call continues until the customer's answer ends the alert. For others, one successful channel is enough. */
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
  // A mail that is still being sent by then does not count.
  return rang || has("push", "delivered") || has("mail", "sent");
}

/** The occasion of a call; each gets one alert. */
export function callOccasion({ callCount }: Pick<TicketState, "callCount">) {
  return `call:${callCount}`;
}

/** The occasion of a reminder; a booking that moves gets new reminders. @param startsAt ms */
export function reminderOccasion(kind: Reminder, startsAt: number): string {
  return `${kind}:${startsAt}`;
}

/** 'Running late' is sent once per number of minutes and business day. */
export function lateOccasion(day: string, minutes: number): string {
  return `late:${day}:${minutes}`;
}

/** The 'almost your turn' occasion: once per ticket (product.md C7). */
export const ALMOST_OCCASION = "almost";

/** Whether the ticket is now called, by a call that the phone has not rung for. */
export function isNewCall(before: TicketState | null, after: TicketState) {
  return (
    after.status === "called" && after.callCount > (before?.callCount ?? 0)
  );
}

/** Whether `before` was a call that `after` answers or ends. */
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

/** Whether the alert still applies to the ticket. @param occasion the alert's */
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

/** Whether a phone that shows 'Your turn!' is wrong: the call was taken back, and the customer is not there. */
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
