/** The server's answers to the customer, as the screens use them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** The holder's own ticket. */
export type Ticket = NonNullable<
  FunctionReturnType<typeof api.line.tickets.mine>
>;
/** What everyone in the queue sees of it. */
export type Line = NonNullable<
  FunctionReturnType<typeof api.line.tickets.line>
>;
/** The business behind the join link. */
export type Profile = NonNullable<
  FunctionReturnType<typeof api.profile.businesses.publicProfile>
>;
