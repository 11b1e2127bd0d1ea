/** An owner's queue with its counts. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { SoldPlan } from "../../../convex/base/rules/plans";

export type Queue = FunctionReturnType<typeof api.desk.queues.list>[number];

/** Leads to a plan with room for more queues; null without one. */
export type PlanUpgrade = { to: SoldPlan; start: () => void } | null;

export function peopleIn(queue: Queue): number {
  return queue.waitingCount + queue.calledCount + queue.servingCount;
}
