/** The customer's two answers from the server, as the screens use them. */
import type { FunctionReturnType } from "convex/server";
import type { ComponentType } from "react";
import type { api } from "../../../convex/_generated/api";

/** The holder's own ticket. */
export type Ticket = NonNullable<FunctionReturnType<typeof api.tickets.mine>>;
/** What everybody in the queue sees of it. */
export type Line = NonNullable<FunctionReturnType<typeof api.tickets.line>>;
/** The business behind the join link. */
export type Profile = NonNullable<
  FunctionReturnType<typeof api.businesses.publicProfile>
>;

/** What is picked so far: a day of the business, 'YYYY-MM-DD', then a time on it in epoch ms. */
export type Slot = { day: string | null; startsAt: number | null };
/** Calendar and times of one queue, lent by the route: they belong to booking. */
export type MovePicker = ComponentType<{
  shop: Profile;
  queueId: string | null;
  slot: Slot;
  error: string | null;
  onPick: (slot: Slot) => void;
  /** The picked time has just gone. */
  onGone: () => void;
}>;
