/** Work on one queue in one transaction: its line and its days' sums. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { wallClock } from "../../base/rules/timezones";
import { businessDay } from "../../business/rules/opening";
import { withAdded, type Added } from "../../queue/rules/days";
import type { Actor } from "../../queue/rules/events";
import type { LineState } from "../../queue/rules/lineState";
import { withPersonAdded } from "../../queue/rules/personDays";
import type { Staff } from "../../account/data/access";
import { changeDay, changePersonDay } from "../../queue/data/days";
import { findLine, saveLine } from "../../queue/data/lines";
import { tellNearOnes } from "../../messages/data/nearAlerts";

/** What is added to a day's sums, or taken back with -1. `by`: the person for whom it counts too. */
type DayChange = { added: Added; sign: 1 | -1; by: Id<"users"> | null };

/** Who acts, when, in which queue, and the changes to its sums. */
export type QueueWork = {
  readonly business: Doc<"businesses">;
  readonly queueId: Id<"queues">;
  readonly actor: Actor;
  readonly at: number;
  /** By day; written at the end. */
  readonly dayChanges: Map<string, (DayChange & { hour: number })[]>;
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

/** The lines of one action of staff, each opened once: the one where it was made, and those that it also touches. */
export type OpenLines = {
  readonly own: OpenLine;
  /** Null for a deleted queue. */
  readonly of: (queueId: Id<"queues">) => Promise<OpenLine | null>;
  /** Closes all; `undo` is for the own one. */
  readonly close: (undo?: Doc<"lines">["undo"]) => Promise<void>;
};

export function openLines(
  ctx: MutationCtx & Staff,
  row: Doc<"lines">,
  at: number,
): OpenLines {
  const own = openAsStaff(ctx, row, at);
  const others = new Map<Id<"queues">, OpenLine>();
  return {
    own,
    of: async (queueId) => {
      if (queueId === row.queueId) return own;
      const open = others.get(queueId);
      if (open !== undefined) return open;
      const other = await findLine(ctx, queueId);
      if (other === null) return null;
      const opened = openAsStaff(ctx, other, at);
      others.set(queueId, opened);
      return opened;
    },
    close: async (undo) => {
      await closeLine(ctx, own, undo);
      for (const line of others.values()) await closeLine(ctx, line);
    },
  };
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
  const { _id: businessId } = line.business;
  const queue = { queueId: line.queueId, businessId };
  for (const [day, changes] of line.dayChanges) {
    await changeDay(ctx, queue, day, (counts) =>
      changes.reduce(
        (sum, { added, sign, hour }) => withAdded(sum, added, sign, hour),
        counts,
      ),
    );
    for (const [userId, own] of Map.groupBy(changes, ({ by }) => by)) {
      if (userId === null) continue;
      await changePersonDay(ctx, { businessId, userId }, day, (counts) =>
        own.reduce(
          (sum, { added, sign }) => withPersonAdded(sum, added, sign),
          counts,
        ),
      );
    }
  }
}

/** Notes a change to the sums of the business day of `at`. */
export function countOn(line: QueueWork, at: number, change: DayChange): void {
  const day = businessDay(line.business, at);
  const { hour } = wallClock(at, line.business.timezone);
  const changes = line.dayChanges.get(day) ?? [];
  changes.push({ ...change, hour });
  line.dayChanges.set(day, changes);
}
