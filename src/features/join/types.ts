/** What the form at the door knows: the queues as newcomers see them, the shop, and how a booked time is picked. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { WaitFacts } from "../../../convex/queue/rules/waitEstimate";
import type { SlotPicker } from "../../lib/slot-picker";

export type OpenQueue = FunctionReturnType<
  typeof api.desk.queues.publicList
>[number];

/** What of a queue says how long whoever joins it waits. */
export type JoinedLine = Pick<
  OpenQueue,
  "waitingCount" | "limitReached" | keyof WaitFacts
>;

/** Loaded when somebody wants to book: it is heavier than the form. */
export type LoadSlotPicker = () => Promise<{ default: SlotPicker }>;
