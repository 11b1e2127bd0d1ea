/** Work on one queue in one transaction: its line and its days' sums. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { wallClock } from "../../base/rules/timezones";
import { businessDay } from "../../business/rules/opening";
import type { DayCounts } from "../../queue/rules/days";
import type { Actor } from "../../queue/rules/events";
import type { LineState } from "../../queue/rules/lineState";
import type { Staff } from "../../account/data/access";
import { changeDay } from "../../queue/data/days";
import { saveLine } from "../../queue/data/lines";
import { tellNearOnes } from "../../messages/data/nearAlerts";

/** Who acts, when, in which queue, and the changes to its sums. */
export type QueueWork = {
  readonly business: Doc<"businesses">;
  readonly queueId: Id<"queues">;
  readonly actor: Actor;
  readonly at: number;
  /** By day; written at the end. */
  readonly dayChanges: Map<string, ((counts: DayCounts) => DayCounts)[]>;
};

export type OpenLine = QueueWork & {
  readonly row: Doc<"lines">;
  state: LineState;
};

/** Begins work on tickets that are no longer in a line. */
export function openWork(
  business: Doc<"businesses">,
  queueId: Id<"queues">,
  actor: Actor,
  at: number,
): QueueWork {
  return { business, queueId, actor, at, dayChanges: new Map() };
}

export function openLine(
  business: Doc<"businesses">,
  row: Doc<"lines">,
  actor: Actor,
  at: number,
): OpenLine {
  const work = openWork(business, row.queueId, actor, at);
  return { ...work, row, state: row.state };
}

/** Begins work on a line for staff at the desk. */
export function openAsStaff(
  { business, userId }: Staff,
  row: Doc<"lines">,
  at: number,
): OpenLine {
  return openLine(business, row, { kind: "staff", userId }, at);
}

/** Writes the line and the sums. `undo` replaces the undo offer on the row; undefined keeps it. */
export async function closeLine(
  ctx: MutationCtx,
  line: OpenLine,
  undo?: Doc<"lines">["undo"],
): Promise<void> {
  const offered = undo === undefined ? line.row.undo : undo;
  await saveLine(ctx, line.row, line.state, offered);
  await tellNearOnes(ctx, line);
  await saveDays(ctx, line);
}

/** Writes only the sums, for a line whose row is deleted or replaced. */
export async function saveDays(ctx: MutationCtx, line: QueueWork) {
  const queue = { queueId: line.queueId, businessId: line.business._id };
  for (const [day, changes] of line.dayChanges) {
    await changeDay(ctx, queue, day, (counts) =>
      changes.reduce((sum, change) => change(sum), counts),
    );
  }
}

/** Notes a change to the sums of the business day of `at`. `hour` is on the business's clock. */
export function countOn(
  line: QueueWork,
  at: number,
  change: (counts: DayCounts, hour: number) => DayCounts,
): void {
  const day = businessDay(line.business, at);
  const { hour } = wallClock(at, line.business.timezone);
  const changes = line.dayChanges.get(day) ?? [];
  changes.push((counts) => change(counts, hour));
  line.dayChanges.set(day, changes);
}
