/** A link to one of several tickets on this device, with its holder and state. */
import { ArrowLeft, BellRing } from "lucide-react";
import { dayKey } from "../../../convex/base/rules/timezones";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { cn } from "../../lib/cn";
import { dayOf, timeOf } from "../../lib/time/format";
import { number } from "../../strings/language/intl";
import { ticket as strings } from "../../strings/ticket";
import { Num } from "../../ui/num";
import { ticketFragment } from "./address";
import type { Ticket } from "./types";

export function Chip(props: {
  ticket: Ticket;
  secret: string;
  position: number | null;
  current: boolean;
  onGo: boolean;
  now: number;
}) {
  const { ticket, secret, position, current, onGo, now } = props;
  const state = stateOf(ticket, position, now);
  const called = ticket.status === "called";
  return (
    <a
      href={ticketFragment(secret)}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex min-h-11 max-w-full items-center gap-1.5 rounded-full border px-4 font-semibold tab",
        lookOf(current, called, onGo),
      )}
    >
      {called && <BellRing className="size-4 shrink-0" />}
      <span className="shrink-0">
        {ticketName(ticket.letter, ticket.number)}
      </span>{" "}
      <span
        className="truncate"
        dir="auto"
        translate={ticket.name === null ? undefined : "no"}
      >
        {ticket.name ?? strings.anonymous}
      </span>{" "}
      {state !== null && (
        <span className="shrink-0 font-medium">· {state}</span>
      )}
    </a>
  );
}

/** The way from the form back to a ticket of this device. @param position as in Chip */
export function BackChip(props: {
  ticket: Ticket;
  secret: string;
  position: number | null;
  now: number;
}) {
  const { ticket, secret, position, now } = props;
  return (
    <a
      href={ticketFragment(secret)}
      className="flex min-h-14 flex-wrap items-center gap-x-3 rounded-lg border border-line bg-surface px-3.5 py-1.5 tab hover:bg-sunken"
    >
      <ArrowLeft className="size-5 shrink-0 text-ink-2 rtl:rotate-180" />
      <Num
        value={ticketName(ticket.letter, ticket.number)}
        className="text-2xl"
      />{" "}
      <span className="min-w-24 flex-1 leading-5">
        <span
          className="block truncate text-left font-bold"
          dir="auto"
          translate={ticket.name === null ? undefined : "no"}
        >
          {ticket.name ?? strings.anonymous}
        </span>{" "}
        <span className="block text-sm text-ink-2">
          {strings.chip.yours(stateOf(ticket, position, now))}
        </span>
      </span>{" "}
      <span className="font-semibold text-brand-text">{strings.chip.back}</span>
    </a>
  );
}

function lookOf(current: boolean, called: boolean, onGo: boolean): string {
  if (onGo) {
    return current
      ? "border-on-go bg-on-go text-go"
      : "border-on-go text-on-go";
  }
  if (called) return "border-on-go bg-go text-on-go";
  return current
    ? "border-brand bg-brand-soft text-brand-text"
    : "border-line-strong bg-surface text-ink-2";
}

function stateOf(
  { status, isScheduled, scheduledTime, timezone, endReason }: Ticket,
  position: number | null,
  now: number,
): string | null {
  if (endReason !== null) return strings.chip.asked;
  if (status === "called") return strings.chip.called;
  if (status === "serving") return strings.chip.serving;
  if (isScheduled && scheduledTime !== null) {
    return dayKey(scheduledTime, timezone) === dayKey(now, timezone)
      ? timeOf(scheduledTime, timezone)
      : dayOf(scheduledTime, timezone);
  }
  if (position === null) return null;
  return position === 1
    ? strings.chip.next
    : strings.chip.place(number(position));
}
