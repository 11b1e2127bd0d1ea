/** What the form at the door knows: the queues as newcomers see them, the shop, and how a booked time is picked. */
import type { FunctionReturnType } from "convex/server";
import type { ComponentType } from "react";
import type { api } from "../../../convex/_generated/api";
import type { WaitFacts } from "../../../convex/model/waitEstimate";

export type OpenQueue = FunctionReturnType<
  typeof api.queues.publicList
>[number];

/** What of a queue says how long whoever joins it waits. */
export type JoinedLine = Pick<
  OpenQueue,
  "waitingCount" | "limitReached" | keyof WaitFacts
>;

/** The business behind the link. */
export type Shop = NonNullable<
  FunctionReturnType<typeof api.businesses.publicProfile>
>;

/** What is chosen so far: a day of the business, 'YYYY-MM-DD', then a time on it in epoch ms. */
export type Slot = { day: string | null; startsAt: number | null };

/** Calendar and times of one queue. Loaded when somebody wants to book: it is heavier than the form. */
export type SlotPicker = ComponentType<{
  shop: Shop;
  /** Null before one is chosen. */
  queueId: string | null;
  slot: Slot;
  error: string | null;
  /** Of the e-mail address, which is asked for where it is given and e-mails are sent. */
  emailError?: string | null;
  onPick: (slot: Slot) => void;
  /** The picked time has just gone: others have it, or it is too late to book it. */
  onGone: () => void;
}>;
export type LoadSlotPicker = () => Promise<{ default: SlotPicker }>;
