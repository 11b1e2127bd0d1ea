/** An owner's queues with their counts, and the named chairs. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { SoldPlan } from "../../../convex/base/rules/plans";

export type Chairs = FunctionReturnType<typeof api.desk.chairs.list>;
export type Chair = Chairs["chairs"][number];

export type Queue = FunctionReturnType<typeof api.desk.queues.list>[number];

/** Leads to a plan with room for more queues; null without one. */
export type PlanUpgrade = { to: SoldPlan; start: () => void } | null;

export function peopleIn(queue: Queue): number {
  return queue.waitingCount + queue.calledCount + queue.servingCount;
}
