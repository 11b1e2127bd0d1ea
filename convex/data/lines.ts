/** The hot rows: one line for each queue. */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MOST_CHAIRS } from "../model/chairs";
import { appError, must } from "../model/errors";
import { newLineState, type LineState } from "../model/lineState";
import { paceAfterBreak } from "../model/pace";
import { maxQueues } from "../model/plans";

type Reader = Pick<QueryCtx, "db">;

/** Whoever wants a longer one ends it themselves. */
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;

/** The line of a queue that exists. */
export async function lineOf(
  ctx: Reader,
  queueId: Id<"queues">,
): Promise<Doc<"lines">> {
  const line = await ctx.db
    .query("lines")
    .withIndex("by_queueId", (q) => q.eq("queueId", queueId))
    .unique();
  return must(line, "line of a queue");
}

/** The line of a queue that somebody names; null if there is none, or it was deleted. */
export async function findLine(
  ctx: Reader,
  queueId: string,
): Promise<Doc<"lines"> | null> {
  const id = ctx.db.normalizeId("queues", queueId);
  if (id === null) return null;
  return await ctx.db
    .query("lines")
    .withIndex("by_queueId", (q) => q.eq("queueId", id))
    .unique();
}

/** The lines of a business's queues by queue. */
export async function linesOfBusiness(
  ctx: Reader,
  businessId: Id<"businesses">,
): Promise<Map<Id<"queues">, Doc<"lines">>> {
  const lines = await ctx.db
    .query("lines")
    .withIndex("by_businessId", (q) => q.eq("businessId", businessId))
    .take(maxQueues);
  return new Map(lines.map((line) => [line.queueId, line]));
}

/** The line of a new queue. */
export async function insertLine(
  ctx: MutationCtx,
  queue: { queueId: Id<"queues">; businessId: Id<"businesses"> },
): Promise<void> {
  await ctx.db.insert("lines", {
    ...queue,
    isActive: true,
    chairs: 1,
    pause: null,
    state: newLineState(1),
    undo: null,
  });
}

/** How many people the queue serves at once from now on. What is booked stays booked. */
export async function setChairs(
  ctx: MutationCtx,
  line: Doc<"lines">,
  chairs: number,
): Promise<void> {
  if (!Number.isInteger(chairs) || chairs < 1 || chairs > MOST_CHAIRS) {
    throw appError("invalidInput");
  }
  if (chairs === line.chairs) return;
  await ctx.db.patch("lines", line._id, { chairs });
}

/** Nobody is called until then; null: until somebody ends it. Who pauses again changes the end only. */
export async function setPause(
  ctx: MutationCtx,
  line: Doc<"lines">,
  until: number | null,
  now: number,
): Promise<void> {
  const isGood =
    until === null || (until > now && until <= now + LONGEST_PAUSE_MS);
  if (!isGood) throw appError("invalidInput");
  const since = line.pause?.since ?? now;
  await ctx.db.patch("lines", line._id, { pause: { since, until } });
  if (until !== null) {
    const args = { lineId: line._id, until };
    await ctx.scheduler.runAt(until, internal.timers.pauseOver, args);
  }
}

/** The queue goes on. */
export async function endPauseNow(
  ctx: MutationCtx,
  line: Doc<"lines">,
): Promise<void> {
  if (line.pause === null) return;
  const pace = paceAfterBreak(line.state.pace);
  const state = { ...line.state, pace };
  await ctx.db.patch("lines", line._id, { pause: null, state });
}

/** The pause that was to end at `until` does, unless it was ended or changed. */
export async function endPause(
  ctx: MutationCtx,
  lineId: Id<"lines">,
  until: number,
): Promise<void> {
  const line = await ctx.db.get("lines", lineId);
  if (line?.pause?.until === until) await endPauseNow(ctx, line);
}

/** Writes the line's new state, and what can be undone now (null: nothing any more). */
export async function saveLine(
  ctx: MutationCtx,
  line: Doc<"lines">,
  state: LineState,
  undo: Doc<"lines">["undo"],
): Promise<void> {
  await ctx.db.patch("lines", line._id, { state, undo });
}
