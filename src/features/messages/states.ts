/** The states of a text in words for owners, with advice. */
import {
  Check,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  CircleSlash,
  Clock,
  type LucideIcon,
} from "lucide-react";
import type { TextState } from "../../../convex/messages/rules/sms";
import { messages } from "../../strings/messages";
import type { SentText } from "./types";

const { recent: strings, reasons } = messages;

export const looks: Readonly<
  Record<TextState, { icon: LucideIcon; tone: string }>
> = {
  queued: { icon: Clock, tone: "text-ink-2" },
  sending: { icon: Clock, tone: "text-ink-2" },
  unknown: { icon: CircleHelp, tone: "text-warn-text" },
  sent: { icon: Check, tone: "text-ink" },
  delivered: { icon: CheckCheck, tone: "text-brand-text" },
  undelivered: { icon: CircleAlert, tone: "text-danger-text" },
  failed: { icon: CircleAlert, tone: "text-danger-text" },
  cancelled: { icon: CircleSlash, tone: "text-ink-2" },
};

export function isUnderWay(state: TextState): boolean {
  return state === "queued" || state === "sending";
}

function isOut(state: TextState): boolean {
  return state === "sent" || state === "delivered";
}

function hasFailed(state: TextState): boolean {
  return state === "failed" || state === "undelivered";
}

/** "Delivered", "SMS failed: landline". */
export function stateText({ state, reason }: SentText): string {
  return hasFailed(state) && reason !== null
    ? strings.failedWith(reasons[reason].why)
    : strings.states[state];
}

export function adviceText({ state, reason }: SentText): string | null {
  return isOut(state) || reason === null ? null : reasons[reason].advice;
}

/** Why it was not sent, or may not have been; null if it was. */
export function failureText({ state, reason }: SentText): string | null {
  if (isOut(state)) return null;
  if (reason === null) return strings.states[state];
  const { why, advice } = reasons[reason];
  return `${why}. ${advice}`;
}
