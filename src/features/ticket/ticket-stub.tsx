/** Below the tear of every ticket: name, queue and number. */
import { ticketName } from "../../../convex/queue/rules/ticketName";
import type { ReactNode } from "react";
import { ticket as strings } from "../../strings/ticket";
import { Num } from "../../ui/num";
import type { Booking } from "./types";

/** As tall as the tear's position: 7rem. */
export function TicketStub(props: { ticket: Booking; children?: ReactNode }) {
  const { ticket, children } = props;
  return (
    <div className="flex h-[7rem] items-center justify-between gap-4 border-t-2 border-dashed border-line px-6">
      <div className="min-w-0 overflow-hidden">
        <p
          className="line-clamp-2 text-left leading-snug font-bold wrap-anywhere"
          dir="auto"
          translate={ticket.name === null ? undefined : "no"}
        >
          {ticket.name ?? strings.anonymous}
        </p>
        {/* A dot at the start of a line is cut off at the edge. */}
        <p className="-ml-3 flex flex-wrap text-sm text-ink-2 tab">
          <span className="max-w-full truncate pl-3" dir="auto">
            {ticket.queueName}
          </span>{" "}
          <span className="relative pl-3 before:absolute before:left-1 before:content-['·'] empty:hidden">
            {children}
          </span>
        </p>
      </div>
      <p className="shrink-0 text-right">
        <span className="block text-sm font-semibold text-ink-2">
          {strings.ticket}
        </span>
        <span className="text-[min(3rem,18vw)] leading-none">
          <Num value={ticketName(ticket.letter, ticket.number)} />
        </span>
      </p>
    </div>
  );
}
