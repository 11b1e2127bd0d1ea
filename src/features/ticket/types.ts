/** The server's answers to the customer, as the screens use them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Ticket = NonNullable<
  FunctionReturnType<typeof api.line.tickets.mine>
>;
/** What a booking's page shows of its ticket. */
export type Booking = Pick<
  Ticket,
  | ("letter" | "number" | "name" | "queueId" | "queueName" | "timezone")
  | ("ticketId" | "generation" | "joinedAt" | "mailedTo")
> &
  /** Not behind a mail's link, where the mail has the calendar file. */
  Partial<Pick<Ticket, "bookedUntil">>;
export type Line = NonNullable<
  FunctionReturnType<typeof api.line.tickets.line>
>;
export type Profile = NonNullable<
  FunctionReturnType<typeof api.profile.businesses.publicProfile>
>;
