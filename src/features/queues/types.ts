/** An owner's queue with its counts. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Queue = FunctionReturnType<typeof api.queues.list>[number];

/** People in it now: waiting, called and being served. */
export function peopleIn(queue: Queue): number {
  return queue.waitingCount + queue.calledCount + queue.servingCount;
}
