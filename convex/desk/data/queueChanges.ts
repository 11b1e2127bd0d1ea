/** Staff's settings of a running queue and its chairs. Each can be undone (product.md D12, CH4). */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { MAX_CHAIRS } from "../../queue/rules/chairs";
import { appError } from "../../base/rules/errors";
import { UNDO_MS, type SettingKind } from "../../queue/rules/events";
import { paceAfterBreak } from "../../queue/rules/pace";
import type { ChairSwitch, QueueChange } from "../../queue/rules/queueChange";
import type { CounterCtx } from "../../account/data/access";
import { memberOf } from "../../business/data/members";
import { chairsOf, setChair } from "../../queue/data/chairs";
import { unsettleKnown } from "../../line/data/crowds";
import { insertEvent } from "../../queue/data/events";
import { endPauseNow, lineOf, saveLine } from "../../queue/data/lines";
import { queueEventOf } from "../../line/data/moves";
import { openAsStaff } from "../../line/data/openLine";
import type { Reader } from "../../base/data/rowBy";

/** A longer break needs a pause without an end. */
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;

/** The event for undo; null if nothing changed. */
export type Acted = Id<"ticketEvents"> | null;

/** Sets how many people are served at once. Existing bookings stay. @throws invalidInput unless 1 to 20 */
export async function setChairs(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  chairs: number,
  now: number,
): Promise<Acted> {
  if (!Number.isInteger(chairs) || chairs < 1 || chairs > MAX_CHAIRS) {
    throw appError("invalidInput");
  }
  const line = await lineOf(ctx, queue._id);
  // Named chairs are switched one by one.
  if (line.places !== undefined || chairs === line.chairs) return null;
  await ctx.db.patch("lines", line._id, { chairs });
  const change = { of: "chairs", before: line.chairs, after: chairs } as const;
  const setting = { kind: "chairsSet", change, number: chairs } as const;
  return await record(ctx, line, setting, now);
}

/** Until staff resume for null. Pausing again changes only the end. @throws invalidInput if past or over a day away */
export async function setPause(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  until: number | null,
  now: number,
): Promise<Acted> {
  const isGood =
    until === null || (until > now && until <= now + LONGEST_PAUSE_MS);
  if (!isGood) throw appError("invalidInput");
  const line = await lineOf(ctx, queue._id);
  const { pause: before } = line;
  const after = { since: before?.since ?? now, until };
  await ctx.db.patch("lines", line._id, { pause: after });
  if (until !== null) {
    const args = { lineId: line._id, until };
    await ctx.scheduler.runAt(until, internal.upkeep.timers.pauseOver, args);
  }
  const change = { of: "pause", before, after } as const;
  return await record(ctx, line, { kind: "pauseSet", change }, now);
}

export async function resume(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  now: number,
): Promise<Acted> {
  const line = await lineOf(ctx, queue._id);
  const { pause: before } = line;
  if (before === null) return null;
  await endPauseNow(ctx, line);
  const change = { of: "pause", before, after: null } as const;
  return await record(ctx, line, { kind: "pauseEnded", change }, now);
}

type Setting = {
  kind: SettingKind;
  change: QueueChange;
  number?: number;
};

/** The event of a setting, which 'Today' shows. */
export async function note(
  ctx: CounterCtx,
  line: Doc<"lines">,
  setting: Setting,
  now: number,
): Promise<Id<"ticketEvents">> {
  const its = queueEventOf(openAsStaff(ctx, line, now));
  return await insertEvent(ctx, { ...its, ...setting });
}

/** The same. The line offers to undo it. */
export async function record(
  ctx: CounterCtx,
  { queueId }: Doc<"lines">,
  setting: Setting,
  now: number,
): Promise<Id<"ticketEvents">> {
  // Read again, because the change has just written it.
  const line = await lineOf(ctx, queueId);
  const eventId = await note(ctx, line, setting, now);
  const { kind: code, number = null } = setting;
  const undo = { eventId, code, number, expiresAt: now + UNDO_MS };
  await saveLine(ctx, line, line.state, undo);
  return eventId;
}

/** Whether the queue is still as the action left it. */
export async function changeStands(
  ctx: Reader,
  { chairs, places, pause }: Doc<"lines">,
  change: QueueChange,
): Promise<boolean> {
  switch (change.of) {
    case "chairs":
      return places === undefined && chairs === change.after;
    case "chair":
      return await chairStands(ctx, change);
    case "pause":
      return (
        pause?.since === change.after?.since &&
        pause?.until === change.after?.until
      );
    case "crowd": {
      const crowd = await ctx.db.get("crowds", change.crowdId);
      return crowd?.quietUntil === change.after;
    }
  }
}

/** What restores the previous setting. A pause that has since ended stays over. @param now epoch ms */
export async function undoChange(
  ctx: CounterCtx,
  line: Doc<"lines">,
  change: QueueChange,
  now: number,
): Promise<Partial<Doc<"lines">>> {
  switch (change.of) {
    case "chairs":
      return { chairs: change.before };
    case "chair":
      await undoSwitch(ctx, change);
      return {};
    case "pause": {
      const { before } = change;
      const isOver = before !== null && (before.until ?? Infinity) <= now;
      const pause = isOver ? null : before;
      if (pause !== null) return { pause };
      const pace = paceAfterBreak(line.state.pace);
      return { pause, state: { ...line.state, pace } };
    }
    case "crowd":
      await unsettleKnown(ctx, change);
      return {};
  }
}

/** Whether the chair is as the switch left it, and its earlier person is free to come back. */
async function chairStands(
  ctx: Reader,
  { chairId, before, after }: ChairSwitch,
): Promise<boolean> {
  const chair = await ctx.db.get("chairs", chairId);
  if (chair === null || chair.deletedAt !== null) return false;
  const { personId } = before;
  const isAsLeft =
    chair.personId === after.personId &&
    chair.duty === after.duty &&
    chair.since === after.since &&
    chair.until === after.until;
  if (!isAsLeft || personId === null || personId === after.personId) {
    return isAsLeft;
  }
  const all = await chairsOf(ctx, chair.businessId);
  return all.every((one) => one.personId !== personId);
}

/** A time that has passed meanwhile is over at once, by its alarm. A person who left the shop does not come back. */
async function undoSwitch(
  ctx: CounterCtx,
  { chairId, before }: ChairSwitch,
): Promise<void> {
  const chair = await ctx.db.get("chairs", chairId);
  if (chair === null) return;
  const { personId } = before;
  const works = personId === null || (await worksHere(ctx, personId));
  await setChair(ctx, chair, works ? before : { ...before, personId: null });
}

async function worksHere(ctx: CounterCtx, userId: Id<"users">) {
  const { _id, ownerId } = ctx.business;
  if (userId === ownerId) return true;
  return (await memberOf(ctx, userId))?.businessId === _id;
}
