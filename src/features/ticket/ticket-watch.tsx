/** One watcher per ticket this device holds: rings for each of them, and offers the way to it. */
import { useQuery } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { cn } from "../../lib/cn";
import { goToFragment } from "../../lib/location";
import { ticket as texts } from "../../texts/ticket";
import { ticketFragment } from "./address";
import { mustRing, ring } from "./ring";
import { forgetTicket, markRung, rungFor } from "./stored-tickets";

/** Rings once per call; forgets the ticket when it is over and not on screen. */
export function TicketWatch({
  secret,
  current,
  mayTakeOver,
  chip,
}: {
  secret: string;
  /** The ticket on screen. */
  current: boolean;
  /** Whether a call of this ticket may replace what is on screen. */
  mayTakeOver: boolean;
  /** Draw the way to it: only when there are several. */
  chip: boolean;
}) {
  const ticket = useQuery(api.tickets.mine, { secret });
  const over =
    ticket === null || (ticket !== undefined && ticket.endReason !== null);

  useEffect(() => {
    if (!ticket || !mustRing(ticket, rungFor(secret))) return;
    // Before ringing: another tab of this browser reads the same mark.
    markRung(secret, ticket.callCount);
    ring();
    if (!current && mayTakeOver) goToFragment(ticketFragment(secret));
  }, [ticket, secret, current, mayTakeOver]);

  useEffect(() => {
    if (over && !current) forgetTicket(secret);
  }, [over, current, secret]);

  if (!chip || !ticket || over) return null;
  return (
    <a
      href={ticketFragment(secret)}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex min-h-11 max-w-full items-center rounded-full border px-4 font-semibold tab",
        current
          ? "border-brand bg-brand-soft text-brand-text"
          : "border-line-strong bg-surface text-ink-2",
      )}
    >
      <span className="truncate" dir="auto">
        #{ticket.number} {ticket.name ?? texts.anonymous}
      </span>
    </a>
  );
}
