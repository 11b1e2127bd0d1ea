/** The types of the join form: the queues as new customers see them, the shop, and the slot picker. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { WaitFacts } from "../../../convex/queue/rules/waitEstimate";
import type { SlotPicker } from "../../lib/slot-picker";

/** Why the form is open: to join (again), for one more person, or for another booking. */
export type FormWay = "new" | "add" | "book";

export type OpenQueue = FunctionReturnType<
  typeof api.desk.queues.publicList
>[number];

/** The parts of a queue that a new customer's wait depends on. */
export type JoinedLine = Pick<
  OpenQueue,
  "waitingCount" | "limitReached" | keyof WaitFacts
>;

export type LoadSlotPicker = () => Promise<{ default: SlotPicker }>;
