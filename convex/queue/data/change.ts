/** A change of a ticket, as its consequences receive it (line/data/consequences.ts). */
import type { Doc } from "../../_generated/dataModel";
import type { Cause } from "../rules/explained";
import type { TicketState } from "../rules/ticketState";

export type Change = {
  readonly business: Doc<"businesses">;
  /** After the change. For a booking ahead, read `state.orderAt`; `scheduledTime` is updated later. */
  readonly ticket: Doc<"tickets">;
  /** Null for a new ticket. */
  readonly before: TicketState | null;
  readonly cause: Cause | "join";
  readonly at: number;
};
