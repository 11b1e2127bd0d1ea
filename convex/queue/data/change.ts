/** A change of a ticket, as everything is told of it that follows from one (line/data/consequences.ts). */
import type { Doc } from "../../_generated/dataModel";
import type { Cause } from "../rules/explained";
import type { TicketState } from "../rules/ticketState";

/** A ticket that has been made, or has another state than before. */
export type Change = {
  readonly business: Doc<"businesses">;
  /**
   * As it is now: its state, queue and number. A booking's time is
   * `state.orderAt` while it is ahead; `scheduledTime` follows after this.
   */
  readonly ticket: Doc<"tickets">;
  /** Null for a ticket that has just been made. */
  readonly before: TicketState | null;
  readonly cause: Cause | "join";
  readonly at: number;
};
