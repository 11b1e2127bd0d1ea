/** The hot rows: one line per queue. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { setCalledAt } from "./ticketRows";
import { must } from "../../base/rules/errors";
import { newLineState, type LineState } from "../rules/lineState";
import { paceAfterBreak } from "../rules/pace";
import { maxQueues } from "../../base/rules/plans";
import { rowBy, rowsBy, type Reader } from "../../base/data/rowBy";

export async function lineOf(ctx: Reader, queueId: Id<"queues">) {
  return must(await rowOf(ctx, queueId), "line of a queue");
}

/** The line of the queue with this id; null if unknown or deleted. */
export async function findLine(ctx: Reader, queueId: string) {
  const id = ctx.db.normalizeId("queues", queueId);
  return id === null ? null : await rowOf(ctx, id);
}

const rowOf = rowBy("lines", "queueId");

const linesIn = rowsBy("lines", "businessId", maxQueues);

/** All lines of a business, keyed by queue. */
export async function linesOfBusiness(
  ctx: Reader,
  businessId: Id<"businesses">,
): Promise<Map<Id<"queues">, Doc<"lines">>> {
  const lines = await linesIn(ctx, businessId);
  return new Map(lines.map((line) => [line.queueId, line]));
}

export async function insertLine(
  ctx: MutationCtx,
  queue: { queueId: Id<"queues">; businessId: Id<"businesses"> },
): Promise<void> {
  const settings = { isActive: true, chairs: 1, pause: null, undo: null };
  const state = newLineState(1);
  await ctx.db.insert("lines", { ...queue, ...settings, state });
}

export async function endPauseNow(ctx: MutationCtx, line: Doc<"lines">) {
  if (line.pause === null) return;
  const pace = paceAfterBreak(line.state.pace);
  const state = { ...line.state, pace };
  await ctx.db.patch("lines", line._id, { pause: null, state });
}

/** Ends the pause that ends at `until`, unless it has changed since. */
export async function endPause(
  ctx: MutationCtx,
  lineId: Id<"lines">,
  until: number,
): Promise<void> {
  const line = await ctx.db.get("lines", lineId);
  if (line?.pause?.until === until) await endPauseNow(ctx, line);
}

/** As if everybody at the counter had been called `ms` earlier. For tests that do not wait. */
export async function hurryCalls(
  ctx: MutationCtx,
  { _id, state }: Doc<"lines">,
  ms: number,
): Promise<void> {
  const called = state.called.map((one) => ({ ...one, at: one.at - ms }));
  await ctx.db.patch("lines", _id, { state: { ...state, called } });
  for (const { ticketId, at: calledAt } of called) {
    const ticket = must(await ctx.db.get("tickets", ticketId), "called ticket");
    await setCalledAt(ctx, ticket, calledAt);
  }
}

/** Saves the line's state and its undo offer (null: none). */
export async function saveLine(
  ctx: MutationCtx,
  line: Doc<"lines">,
  state: LineState,
  undo: Doc<"lines">["undo"],
): Promise<void> {
  await ctx.db.patch("lines", line._id, { state, undo });
}
